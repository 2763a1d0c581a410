// TOOL: clang-tblgen
// ARGS: --release 22 -gen-attr-docs
// From release 22 on, attributes with the same text in a category have one section: the first one says whether
// there is support for pragmas, the last one what the section is called elsewhere.
include "../support/attr-classes.inc"

def GlobalDocumentation { code Intro = "Attributes\n==========\n"; }
def DocCatToy : DocumentationCategory<"Toy"> { let Content = "About toys."; }
class ToyDocs<code text, string label = "", string heading = ""> : Documentation {
  let Category = DocCatToy;
  let Content = text;
  let Heading = heading;
  string Label = label;
}
def SharedDocs : ToyDocs<"shared">;
def SharedTooDocs : ToyDocs<"shared", "the-label", "explicit">;
def OtherDocs : ToyDocs<" shared ">;
class ToyAttr<Spelling spelling, Documentation document> : Attr {
  let Spellings = [spelling];
  let Documentation = [document];
}
// A heading is left out only where it is all that there is so far.
def A1 : ToyAttr<GNU<"same">, SharedDocs>;
def A2 : ToyAttr<CXX11<"toy", "same">, SharedDocs>;
def A3 : ToyAttr<GNU<"next">, SharedDocs>;
def A4 : ToyAttr<Pragma<"toy", "next">, SharedDocs>;
def A5 : ToyAttr<GNU<"last">, SharedTooDocs>;
def B1 : ToyAttr<GNU<"own">, OtherDocs>;
// What is undocumented has a section for each attribute.
def C1 : ToyAttr<GNU<"c1">, Undocumented>;
def C2 : ToyAttr<GNU<"c2">, Undocumented>;
