// A `let` does not set a field to a value that mentions it (ProgRef, "let").
class A {
  int x = 1;
}
def d : A { let x = x; }
