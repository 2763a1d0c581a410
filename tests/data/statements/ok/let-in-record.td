// A `let` in a body changes every field that mentions the one it sets (ProgRef, "let").
class Inst {
  int size = 1;
  int bytes = !mul(size, 4);
}
class Long : Inst {
  let size = 2;
}
def a : Inst {
  let size = 3;
}
def b : Long;
def c : Long {
  let size = 5;
}
