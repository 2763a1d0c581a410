// ARGS: --gen-intrinsic-enums --intrinsic-prefix=toy -I../intrinsic-impl
include "intrinsics.inc"

def int_min : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty]>;
let TargetPrefix = "toy" in {
  def int_toy_store : Intrinsic<[], [llvm_ptr_ty, llvm_i32_ty]>;
  def int_toy_load : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty]>;
}
