// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
def x;
