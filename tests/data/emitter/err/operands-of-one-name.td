// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let OutOperandList = (outs GPR:$x);
  let InOperandList = (ins GPR:$x);
  field bits<8> Inst = 0;
}
