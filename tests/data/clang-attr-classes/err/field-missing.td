// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Fields that a release does not have are named.
class Attr { bit SemaHandler = 1; }
def A : Attr;
