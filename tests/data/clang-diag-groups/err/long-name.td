// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

def G : DiagGroup<!foldl("x", !range(8), text, i, !strconcat(text, text))>;