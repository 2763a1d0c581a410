// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// The records that say when arguments are parsed have fixed names.
include "../support/attr-classes.inc"
def LateAttrParseSometimes : LateAttrParseKind<1>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let LateParsed = LateAttrParseSometimes;
  let Documentation = [Undocumented];
}
