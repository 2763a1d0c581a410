// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def err : Error<"100%">;