// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-doc-table
// Every attribute has documentation.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Documentation = [];
}
