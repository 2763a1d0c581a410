// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-spelling-index
// Every attribute has a list of spellings.
include "../support/attr-classes.inc"
def A : Attr {
  let LateParsed = LateAttrParseStandard;
  let AcceptsExprPack = 1;
  let Documentation = [Undocumented];
}
