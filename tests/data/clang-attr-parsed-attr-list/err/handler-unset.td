// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-list
// Every attribute says whether it is handled.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let SemaHandler = ?;
}
