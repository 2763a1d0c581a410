// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-ast-visitor
// The class of an argument says what it is.
include "../support/attr-classes.inc"
class OtherArgument<string name> : Argument<name, 0>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let Args = [OtherArgument<"Other">];
  let Documentation = [Undocumented];
}
