// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
def A;
