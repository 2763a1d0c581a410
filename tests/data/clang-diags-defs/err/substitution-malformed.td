// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def a : TextSubstitution<"%select{x|y}">;
def err : Error<"fine">;
