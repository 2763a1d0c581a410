// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
include "classes.inc"
def P : Package<?>;