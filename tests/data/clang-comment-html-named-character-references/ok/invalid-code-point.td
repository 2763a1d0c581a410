// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-named-character-references
class NCR<string spelling, int codePoint> { string Spelling = spelling; int CodePoint = codePoint; }

// No characters: they are shown as errors and left out, but the output stands.
def Gt : NCR<"gt", 0x3e>;
def Surrogate : NCR<"half", 0xd800>;
def Large : NCR<"large", 0x110000>;
