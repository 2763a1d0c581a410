// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../clang-diagnostics/base.inc"

def G : DiagGroup<"x"> { let GroupName = ?; }