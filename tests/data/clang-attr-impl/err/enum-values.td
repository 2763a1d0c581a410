// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-impl
// Every enumerator has a text.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Args = [EnumArgument<"Kind", "Kind", 0, ["a"], ["A", "B"]>];
  let Documentation = [Undocumented];
}
