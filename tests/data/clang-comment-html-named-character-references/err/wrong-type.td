// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
class NCR { string Spelling = "a"; string CodePoint = "62"; }
def A : NCR;
