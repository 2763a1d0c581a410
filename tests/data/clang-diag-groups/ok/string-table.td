// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

// Names end with a zero byte from release 22 on. The first string is empty.

def Inner : DiagGroup<"inner">;
def Outer : DiagGroup<"outer", [Inner]>;
