// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
include "../clang-opencl-builtins/classes.td"

// The reference divides by zero.
def None : GenericType<"None", TypeList<[]>, Sizes>;
def b : Builtin<"b", [Int, None]>;
