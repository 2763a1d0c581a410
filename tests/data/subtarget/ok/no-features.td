// ARGS: --gen-subtarget
include "target.inc"

def Toy : Target;
def NOP : Instruction { let Namespace = "Toy"; }

// No processors either: not even the class of them is used.
