// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// The records that say when arguments are parsed have fixed numbers.
include "../support/attr-classes.inc"
def LateAttrParseMore : LateAttrParseKind<3>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let LateParsed = LateAttrParseMore;
  let Documentation = [Undocumented];
}
