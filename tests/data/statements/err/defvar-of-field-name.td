// A variable of a body has neither the name of a field nor of another variable (ProgRef, "defvar").
class C {
  int f = 0;
  defvar f = 1;
}
class D {
  defvar g = 1;
  defvar g = 2;
}
