// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-attr-undocumented-list
// An attribute is listed as often as its documentation is in the category of what has none.
include "../support/attr-classes.inc"

def GlobalDocumentation { code Intro = "not printed"; }

def DocCatKnown : DocumentationCategory<"Known">;
def KnownDocs : Documentation { let Category = DocCatKnown; let Content = "Undocumented"; }
def NoHeadingDocs : Documentation { let Category = DocCatUndocumented; let Content = "text"; }
class GnuAttr<list<Documentation> documents> : Attr {
  let Spellings = [GNU<"x">];
  let Documentation = documents;
}
def Internal : GnuAttr<[InternalOnly]>;
def Known : GnuAttr<[KnownDocs]>;
def Both : GnuAttr<[KnownDocs, Undocumented]>;
def Twice : GnuAttr<[Undocumented, NoHeadingDocs]>;
