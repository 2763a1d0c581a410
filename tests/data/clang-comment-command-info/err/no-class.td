// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-command-info
def A;
