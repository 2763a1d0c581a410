// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-has-attribute-impl
// Attributes of standards have versions, and 1 is none. All of them are reported.
include "../support/attr-classes.inc"
def A : Attr {
  let Spellings = [CXX11<"", "a">, C23<"", "a">, C23<"", "b", 202000>];
  let Documentation = [Undocumented];
}
