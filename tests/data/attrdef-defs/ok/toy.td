// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-defs
include "mlir.inc"

def Toy : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}
class Toy_Attr<string name, string word, list<Trait> all = []> : AttrDef<Toy, name, all> {
  let mnemonic = word;
}
def Plain : Toy_Attr<"Plain", "plain">;
def Custom : Toy_Attr<"Custom", "custom", [NativeTrait<"Trait">]> {
  let parameters = (ins "int":$my_width);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [AttrOrTypeBuilder<(ins CArg<"int", "3">:$w), "return $_get($_ctxt, w);">];
  let extraClassDefinition = "int $cppClass::f() { return 0; }";
}
def List : Toy_Attr<"List", "list", [PredTrait<"width is positive", CPred<"$width > 0">>]> {
  let parameters = (ins "int":$width, OptionalParameter<"Name">:$name);
  let assemblyFormat = "`<` params `>`";
}
def Named : Toy_Attr<"Named", "named"> {
  let parameters = (ins "int":$width, OptionalParameter<"Name">:$name, OptionalParameter<"Kind">:$kind);
  let assemblyFormat = "(`[` $kind^ `]`) : (`none`)? `->` struct($width, custom<Name>($name))";
}
