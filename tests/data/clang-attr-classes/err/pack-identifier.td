// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Arguments from packs are expressions: none can be an identifier.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Args = [IdentifierArgument<"Name">];
  let AcceptsExprPack = 1;
  let Documentation = [Undocumented];
}
