// ARGS: --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"
def int_max : Intrinsic<[llvm_i32_ty], [], [], "max">;
