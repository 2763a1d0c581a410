// ARGS: --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"
def max : Intrinsic<[llvm_i32_ty]>;
