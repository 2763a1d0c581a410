// ARGS: --gen-pseudo-lowering
include "../support/instructions.inc"
def Toy : Target;

