// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-command-list
def A;
