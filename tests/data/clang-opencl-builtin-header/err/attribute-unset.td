// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
include "../clang-opencl-builtins/classes.td"

def b : Builtin<"b", [Int], [?, 0, 0]>;
