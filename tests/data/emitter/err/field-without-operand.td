// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
multiclass Unary {
  def r : Instruction {
    let InOperandList = (ins GPR:$rs);
    bits<4> rt;
    field bits<8> Inst = 0;
    let Inst{3-0} = rt;
  }
}
defm NEG : Unary;
def OTHER : Instruction {
  bits<2> a;
  bits<2> b;
  field bits<8> Inst = 0;
  let Inst{3-2} = a;
  let Inst{1-0} = b;
}
