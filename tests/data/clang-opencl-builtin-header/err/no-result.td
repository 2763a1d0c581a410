// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
include "../clang-opencl-builtins/classes.td"

// The reference reads beyond the end of the list.
def b : Builtin<"b", []>;
