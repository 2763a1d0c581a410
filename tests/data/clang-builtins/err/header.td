// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
include "classes.inc"
def A : LibBuiltin<"Stdio.h"> { let Spellings = ["a"]; let Prototype = "int()"; }
