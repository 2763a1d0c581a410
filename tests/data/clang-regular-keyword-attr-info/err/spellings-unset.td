// TOOL: clang-tblgen
// ARGS: -gen-clang-regular-keyword-attr-info
// Every attribute has a list of spellings.
include "../support/attr-classes.inc"
def A : Attr {
  let LateParsed = LateAttrParseStandard;
  let AcceptsExprPack = 1;
  let Documentation = [Undocumented];
}
