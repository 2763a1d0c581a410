// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let OutOperandList = (outs GPR:$rd, GPR:$re);
  let InOperandList = (ins GPR:$rs, mem:$m);
  let Constraints = "@earlyclobber ";
  field bits<8> Inst = 0;
}
