// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
def x;
