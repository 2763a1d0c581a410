// ARGS: --gen-pseudo-lowering
include "../support/instructions.inc"
// A target need not have such instructions.
class PseudoInstExpansion;
def Toy : Target;
def NOP : Instruction;
