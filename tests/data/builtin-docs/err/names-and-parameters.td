// TOOL: clang-tblgen
// ARGS: --release 23 -gen-builtin-docs
include "classes.inc"

def GlobalDocumentation { code Intro = ""; }
def __toy : Builtin { let Prototype = "void(int, ...)"; let ArgNames = ["a", "b"]; }
