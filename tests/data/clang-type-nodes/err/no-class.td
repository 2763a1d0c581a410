// TOOL: clang-tblgen
// ARGS: -gen-clang-type-nodes
def A;
