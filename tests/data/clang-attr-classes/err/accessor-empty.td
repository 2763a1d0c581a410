// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// An accessor is for at least one spelling.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Accessors = [Accessor<"isB", []>];
  let Documentation = [Undocumented];
}
