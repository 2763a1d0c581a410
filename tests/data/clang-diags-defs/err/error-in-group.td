// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def G : DiagGroup<"g">;
def err : Error<"broken">, InGroup<G>;
