// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// Where spellings differ, a heading is stated.
include "../support/attr-classes.inc"
def GlobalDocumentation { code Intro = [{Intro}]; }
def Docs : Documentation {
  let Category = DocumentationCategory<"Attributes">;
  let Content = "Text.";
}
def A : Attr {
  let Spellings = [GNU<"a">, GNU<"b">];
  let Documentation = [Docs];
}
