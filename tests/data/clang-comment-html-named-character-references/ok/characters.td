// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
class NCR<string spelling, int codePoint> { string Spelling = spelling; int CodePoint = codePoint; }

def Gt : NCR<"gt", 0x3e>;
def Auml : NCR<"Auml", 0xc4>;
def Euro : NCR<"euro", 0x20ac>;
def Clef : NCR<"clef", 0x1d11e>;
