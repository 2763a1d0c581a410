// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

def both : Error<"x">, TextSubstitution<"x">;