// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def P : SecondFusionPredicate;
def F : Fusion<[P]>;
