// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../clang-diagnostics/base.inc"

def G : DiagGroup<"g">;