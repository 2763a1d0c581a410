// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
include "classes.inc"
def A : Builtin, Template<["T"], ["x"]> { let Spellings = ["a"]; let Prototype = "T()"; }
