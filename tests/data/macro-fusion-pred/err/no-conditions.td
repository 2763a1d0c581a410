// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def Empty : CheckAny<[]>;
def F : Fusion<[FirstFusionPredicateWithMCInstPredicate<Empty>]>;
