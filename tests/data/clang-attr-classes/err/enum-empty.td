// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// An enumeration has enumerators.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Args = [EnumArgument<"Kind", "Kind", 0, [], []>];
  let Documentation = [Undocumented];
}
