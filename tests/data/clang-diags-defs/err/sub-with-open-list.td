// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def a : TextSubstitution<"%0">;
def err : Error<"%sub{a}0, b">;
