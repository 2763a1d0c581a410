// A global variable is defined once (ProgRef, "defvar").
defvar a = 1;
defvar a = 2;
