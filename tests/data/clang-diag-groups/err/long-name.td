// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../clang-diagnostics/base.inc"

def G : DiagGroup<!foldl("x", !range(8), text, i, !strconcat(text, text))>;