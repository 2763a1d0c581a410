// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-enums
include "../support/clang-diagnostics.inc"

def err : Error<"%select<Kind>{a|b}0">;
