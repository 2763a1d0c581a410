// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
def Toy : Target;
def Other : Target;
