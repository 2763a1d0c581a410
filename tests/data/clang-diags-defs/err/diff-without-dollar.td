// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def err : Error<"%diff{from $|to}0,1">;