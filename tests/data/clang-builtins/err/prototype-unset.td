// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
include "classes.inc"
def A : Builtin { let Spellings = ["a"]; }