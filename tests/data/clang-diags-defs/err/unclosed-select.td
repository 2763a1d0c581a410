// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def err : Error<"%select{a|b">;