// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Of arguments from packs, only the last one can take several.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Args = [VariadicExprArgument<"Some">, ExprArgument<"One">];
  let AcceptsExprPack = 1;
  let Documentation = [Undocumented];
}
