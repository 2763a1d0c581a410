// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

def v : VectorType<Int, ?>;
def b : Builtin<"b", [v]>;
