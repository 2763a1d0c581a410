// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// An attribute without spellings cannot be documented.
include "../support/attr-classes.inc"
def GlobalDocumentation { code Intro = [{Intro}]; }
def A : Attr {
  let Spellings = [];
  let Documentation = [Undocumented];
}
