// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

def a : TextSubstitution<"%0">;
def err : Error<"%sub{a}0, b">;
