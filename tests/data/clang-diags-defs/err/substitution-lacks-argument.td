// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def two : TextSubstitution<"%0 and %1">;
def err : Error<"%sub{two}5">;
