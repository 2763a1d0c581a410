// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

def a : TextSubstitution<"%select{x|y}">;
def err : Error<"fine">;
