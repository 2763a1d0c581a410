// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// An accessor is for spellings of its attribute.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [GNU<"a">];
  let Accessors = [Accessor<"isB", [GNU<"b">]>];
  let Documentation = [Undocumented];
}
