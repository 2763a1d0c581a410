// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// In releases up to 18, a bit says whether arguments are parsed late.
class Attr {
  list<int> Spellings = [];
  list<int> Args = [];
  list<int> Documentation = [];
  bit AcceptsExprPack = 0;
  bit ASTNode = 1;
  bit SemaHandler = 1;
  bit LateParsed = 0;
}
def A : Attr;
