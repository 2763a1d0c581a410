// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def IntrOdd : IntrinsicProperty;
def int_max : Intrinsic<[], [], [IntrOdd]>;
