// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def Empty : CheckOpcode<[]>;
def F : Fusion<[FirstFusionPredicateWithMCInstPredicate<Empty>]>;
