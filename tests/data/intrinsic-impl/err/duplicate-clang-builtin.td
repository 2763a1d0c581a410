// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"
def int_a : Intrinsic<[]>, ClangBuiltin<"__builtin_a">;
def int_b : Intrinsic<[]>, ClangBuiltin<"__builtin_a">;
// LABEL: 3: this intrinsic has the same builtin
