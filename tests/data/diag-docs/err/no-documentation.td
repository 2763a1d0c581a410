// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../support/clang-diagnostics.inc"

def G : DiagGroup<"g">;