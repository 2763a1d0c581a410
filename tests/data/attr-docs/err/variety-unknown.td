// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// Spellings are in syntaxes that Clang has.
include "../support/attr-classes.inc"
def GlobalDocumentation { code Intro = [{Intro}]; }
def A : Attr {
  let Spellings = [Spelling<"a", "C2x">];
  let Documentation = [Undocumented];
}
