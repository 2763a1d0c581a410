// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (?);
  field bits<8> Inst = 0;
}
