// TOOL: clang-tblgen
// ARGS: --release 24 -gen-attr-docs
// From release 24 on, the page is Markdown: a label precedes its heading, and the spellings are a list.
include "../support/attr-classes.inc"

def GlobalDocumentation { code Intro = "Attributes\n==========\n"; }
def DocCatToy : DocumentationCategory<"Toy *attributes*"> { let Content = "About toys."; }
class ToyDocs<code text, string label = "", string heading = ""> : Documentation {
  let Category = DocCatToy;
  let Content = text;
  let Heading = heading;
  string Label = label;
}
def PlainDocs : ToyDocs<"\n  plain\n">;
def LabelledDocs : ToyDocs<"labelled", "the-label", "A heading <x>">;
def OldDocs : ToyDocs<"old"> { let Deprecated = DocDeprecated<"new">; }
def GoneDocs : ToyDocs<"gone"> { let Deprecated = DocDeprecated<>; }
class ToyAttr<list<Spelling> spellings, Documentation document> : Attr {
  let Spellings = spellings;
  let Documentation = [document];
}
def A1 : ToyAttr<[GNU<"plain">, CXX11<"toy", "plain">, Declspec<"plain">], PlainDocs>;
def A2 : ToyAttr<[GNU<"plain_too">], PlainDocs>;
def B : ToyAttr<[GNU<"labelled">, Pragma<"toy", "labelled">], LabelledDocs>;
def C : ToyAttr<[GNU<"old">], OldDocs>;
def D : ToyAttr<[GNU<"gone">], GoneDocs>;
