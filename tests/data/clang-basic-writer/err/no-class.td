// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-writer
def x;
