// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
class NCR { int CodePoint = 62; }
def A : NCR;
