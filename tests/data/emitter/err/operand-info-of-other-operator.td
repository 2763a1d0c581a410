// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def odd : Operand { let MIOperandInfo = (ins GPR); }
def X : Instruction {
  let InOperandList = (ins odd:$x);
  field bits<8> Inst = 0;
}
