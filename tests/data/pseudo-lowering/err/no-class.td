// ARGS: --gen-pseudo-lowering
include "../instructions/classes.inc"
def Toy : Target;

