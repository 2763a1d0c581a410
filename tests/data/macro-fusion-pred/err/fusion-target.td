// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def third_fusion_target : FusionTarget;
def F : Fusion<[FusionPredicate<third_fusion_target>]>;
