// ARGS: --gen-subtarget
include "target.inc"

def NOP : Instruction;
