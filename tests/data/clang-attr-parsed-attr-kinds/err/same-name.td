// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-kinds
// A name belongs to one attribute in each syntax.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"__same__">];
  let Documentation = [Undocumented];
}
def B : Attr {
  let Spellings = [GNU<"same">];
  let Documentation = [Undocumented];
}
