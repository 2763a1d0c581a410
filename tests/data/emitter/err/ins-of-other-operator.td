// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (outs);
  field bits<8> Inst = 0;
}
