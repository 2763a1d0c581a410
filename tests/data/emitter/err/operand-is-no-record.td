// ARGS: --gen-emitter
include "../instructions/classes.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (ins 1:$x);
  field bits<8> Inst = 0;
}
