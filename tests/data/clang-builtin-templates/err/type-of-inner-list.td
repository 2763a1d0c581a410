// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-builtin-templates
// A parameter of a template that is a parameter is no type outside of it.
include "classes.inc"

def __toy : ToyTemplate<[Template<[Class<"T">], "Inner">, NTTP<"T", "Value">]>;
