// A field that mentions other fields has their last values, so that a `let` changes both (ProgRef,
// "let").
class A {
  int z = 0;
  int y = z;
  int x = !add(y, 1);
}
def zero : A;
def changed : A { let z = 5; }
def replaced : A { let x = 100; }
