// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (ins (mem $base):$m);
  field bits<8> Inst = 0;
}
