// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let OutOperandList = (ins);
  field bits<8> Inst = 0;
}
