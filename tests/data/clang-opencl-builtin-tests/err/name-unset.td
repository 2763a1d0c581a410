// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-tests
include "../clang-opencl-builtins/classes.td"

def b : Builtin<?, [Int]>;
