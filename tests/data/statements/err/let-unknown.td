// A `let` sets a field that the record has (ProgRef, "let").
class A {
  int x = 1;
}
def d : A { let y = 2; }
let z = 3 in
def e : A;
