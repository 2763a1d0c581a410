// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
def A;
