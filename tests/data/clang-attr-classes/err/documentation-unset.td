// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Every attribute states its documentation.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
}
