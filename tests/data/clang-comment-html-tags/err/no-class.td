// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-tags
def A;
