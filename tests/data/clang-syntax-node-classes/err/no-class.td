// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
def x;
