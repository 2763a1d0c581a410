// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def Round : CheckNot<?> { let Pred = Round; }
def F : Fusion<[FirstFusionPredicateWithMCInstPredicate<Round>]>;
