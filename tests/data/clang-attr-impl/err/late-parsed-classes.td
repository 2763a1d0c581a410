// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// The records that say when arguments are parsed have one class.
include "../support/attr-classes.inc"
class Other;
def LateAttrParseMore : LateAttrParseKind<1>, Other;
def A : Attr {
  let Spellings = [GNU<"a">];
  let LateParsed = LateAttrParseMore;
  let Documentation = [Undocumented];
}
