// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def IIT_I64 : IIT_Base<256>;
def int_max : Intrinsic<[]>;
