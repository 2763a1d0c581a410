defvar a = 1;
defvar a = 2;
class C { int f = 0; defvar f = 1; defvar g = 1; defvar g = 2; }
