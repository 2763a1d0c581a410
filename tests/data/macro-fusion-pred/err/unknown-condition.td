// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def Odd : MCInstPredicate;
def F : Fusion<[FirstFusionPredicateWithMCInstPredicate<Odd>]>;
