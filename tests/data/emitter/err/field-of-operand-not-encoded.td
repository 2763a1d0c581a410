// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (ins GPR:$rs);
  let DisableEncoding = "$rs";
  bits<4> rs;
  field bits<8> Inst = 0;
  let Inst{3-0} = rs;
}
