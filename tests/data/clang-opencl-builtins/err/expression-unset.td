// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

def A : Type<"A", QualType<?>>;
def b : Builtin<"b", [A]>;
