// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

def err : Error<"%diff{from $ to $|types}0">;