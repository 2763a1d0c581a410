// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
include "classes.inc"
def A : Builtin, Template<["int", "float"], [""]> { let Spellings = ["a"]; let Prototype = "T()"; }
