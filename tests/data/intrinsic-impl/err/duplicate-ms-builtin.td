// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
multiclass Twice {
  def _a : Intrinsic<[]>, MSBuiltin<"__a">;
  def _b : Intrinsic<[]>, MSBuiltin<"__a">;
}
defm int_x : Twice;
// LABEL: 4: this intrinsic has the same builtin
