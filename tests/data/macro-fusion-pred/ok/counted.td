// ARGS: --release 24 --gen-macro-fusion-pred
// A predicate refuses dependencies without data first, and counts the pairs that it accepts last.
include "fusion.inc"

def Toy : Target;
def LUI : Instruction;
def ADDI : Instruction;

def LuiAddi : Fusion<[
  SecondFusionPredicateWithMCInstPredicate<CheckOpcode<[ADDI]>>,
  WildcardPred<true>,
  FirstFusionPredicateWithMCInstPredicate<CheckOpcode<[LUI]>>
]>;

// The pair of any two instructions is counted, too.
def Any : Fusion<[]>;
