// ARGS: --gen-intrinsic-enums --intrinsic-prefix=tyo -I../intrinsic-impl
include "intrinsics.inc"
let TargetPrefix = "toy" in
  def int_toy_load : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty]>;
let TargetPrefix = "other" in
  def int_other_load : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty]>;
