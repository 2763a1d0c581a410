// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-nodes
def A;
