// TOOL: clang-tblgen
// ARGS: -gen-clang-type-writer
def x;
