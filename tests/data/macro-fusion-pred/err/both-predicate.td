// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
multiclass Preds { def P : BothFusionPredicate; }
defm My : Preds;
def F : Fusion<[MyP]>;
