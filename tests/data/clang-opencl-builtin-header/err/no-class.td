// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
def x;
