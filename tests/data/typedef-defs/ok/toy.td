// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
include "mlir.inc"

def Toy : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}
class Toy_Type<string name, string word, list<Trait> all = []> : TypeDef<Toy, name, all> {
  let mnemonic = word;
}
def Plain : Toy_Type<"Plain", "plain">;
def Custom : Toy_Type<"Custom", "custom", [NativeTrait<"Trait">]> {
  let parameters = (ins "int":$my_width);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [AttrOrTypeBuilder<(ins CArg<"int", "3">:$w), "return $_get($_ctxt, w);">];
  let extraClassDefinition = "int $cppClass::f() { return 0; }";
}
def List : Toy_Type<"List", "list", [PredTrait<"width is positive", CPred<"$width > 0">>]> {
  let parameters = (ins "int":$width, OptionalParameter<"Name">:$name);
  let assemblyFormat = "`<` params `>`";
}
def Named : Toy_Type<"Named", "named"> {
  let parameters = (ins "int":$width, OptionalParameter<"Name">:$name, OptionalParameter<"Kind">:$kind);
  let assemblyFormat = "(`[` $kind^ `]`) : (`none`)? `->` struct($width, custom<Name>($name))";
}
