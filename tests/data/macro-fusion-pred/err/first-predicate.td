// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def P : FirstFusionPredicate;
def F : Fusion<[P]>;
