// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
// A `%diff` has a form with both types and one without them.
include "../support/clang-diagnostics.inc"
def err_diff : Error<"%diff{from $ to $|between types}0,1">;
