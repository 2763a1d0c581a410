// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// The records that say when arguments are parsed have no class of their own.
include "../support/attr-classes.inc"
class Late<int kind> : LateAttrParseKind<kind>;
def LateAttrParseMore : Late<1>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let LateParsed = LateAttrParseMore;
  let Documentation = [Undocumented];
}
