// TOOL: clang-tblgen
// ARGS: -gen-clang-type-reader
def x;
