// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// An attribute that is internal has no other documentation.
include "../support/attr-classes.inc"
def GlobalDocumentation { code Intro = [{Intro}]; }
def A : Attr {
  let Spellings = [GNU<"a">];
  let Documentation = [Undocumented, InternalOnly];
}
