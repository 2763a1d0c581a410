// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-builtin-templates
include "classes.inc"

def __toy : ToyTemplate<[]>;
