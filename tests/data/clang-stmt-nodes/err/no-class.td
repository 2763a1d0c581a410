// TOOL: clang-tblgen
// ARGS: -gen-clang-stmt-nodes
def A;
