// ARGS: --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"
multiclass Max {
  let TargetPrefix = "toy" in
    def _max : Intrinsic<[llvm_i32_ty]>;
}
defm int_tyo : Max;
