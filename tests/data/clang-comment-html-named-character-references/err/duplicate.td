// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
class NCR<string spelling, int codePoint> { string Spelling = spelling; int CodePoint = codePoint; }

def A : NCR<"a", 1>;
def B : NCR<"a", 2>;
