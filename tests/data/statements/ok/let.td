// `let` reaches into every expression that mentions the field, and can set single bits.
class Inst { bits<8> enc = 0; int size = 1; int bytes = !mul(size, 4); string asm = ""; }
let size = 2 in
def a : Inst;
let size = 3, asm = "x" in {
  def b : Inst { let enc{7-4} = 0b1010; let enc{0} = 1; }
  let asm = "inner", enc<3...2> = {1, 1} in def c : Inst;
  defvar local = 5;
  def d : Inst { let size = local; }
}
