// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (ins 1:$x);
  field bits<8> Inst = 0;
}
