// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

def G : DiagGroup<"g">;
def err : Error<"broken">, InGroup<G>;
