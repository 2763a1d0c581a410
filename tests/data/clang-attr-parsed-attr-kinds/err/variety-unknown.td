// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-kinds
// Spellings are in syntaxes that Clang has.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [Spelling<"a", "C2x">];
  let Documentation = [Undocumented];
}
