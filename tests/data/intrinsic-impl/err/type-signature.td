// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def int_max : Intrinsic<[]> { let TypeSig = [[4, ?]]; }
