// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-tags-properties
def A;
