// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def int_max : Intrinsic<[], [], [NoAlias<-1>]>;
