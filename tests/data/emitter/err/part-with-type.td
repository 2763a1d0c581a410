// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction {
  let InOperandList = (ins (mem GPR:$base, $disp):$m);
  field bits<8> Inst = 0;
}
