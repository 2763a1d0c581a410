// A `let` around records sets fields before their bodies do, and the inner one wins (ProgRef,
// "let").
class Inst {
  int size = 1;
  string asm = "";
}
let size = 2 in
def a : Inst;
let size = 3, asm = "outer" in {
  def b : Inst;
  let asm = "inner" in
    def c : Inst;
  defvar four = 4;
  def d : Inst { let size = four; }
}
def e : Inst;
