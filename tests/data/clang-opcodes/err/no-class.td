// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
def x;
