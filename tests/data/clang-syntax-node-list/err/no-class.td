// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-list
def x;
