// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def SDNPOdd : SDNodeProperty;
def int_max : Intrinsic<[], [], [], "", [SDNPOdd]>;
