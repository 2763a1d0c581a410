// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-tests
def x;
