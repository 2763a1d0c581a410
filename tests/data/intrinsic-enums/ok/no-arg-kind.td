// ARGS: --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"

let TargetPrefix = "toy" in
  def int_toy_load : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty]>;
