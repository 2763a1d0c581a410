// ARGS: --release 22 --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"
// An overloaded intrinsic has functions of such names.
def int_max : Intrinsic<[llvm_i32_ty]> { let isOverloaded = 1; }
def int_max_v4 : Intrinsic<[llvm_i32_ty]>;
def int_max_other : Intrinsic<[llvm_i32_ty]>;
