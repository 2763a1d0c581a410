// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
// A `%%` is a percent sign; `|`, braces and `$` mean something in forms alone.
include "../support/clang-diagnostics.inc"
def err_escaped : Error<"%%0 %select{a%|b|%$c}0 $5 {x} }">;
