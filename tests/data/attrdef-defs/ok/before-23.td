// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-attrdef-defs
// Before 23 an attribute prints the blank after its mnemonic, and a list in a struct has no brackets.
include "mlir.inc"

def Toy : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let useDefaultAttributePrinterParser = 1;
}
class Toy_Attr<string name, string word> : AttrDef<Toy, name> {
  let mnemonic = word;
  let parameters = (ins "int":$width, OptionalParameter<"Name">:$name);
}
def List : Toy_Attr<"List", "list"> {
  let assemblyFormat = "`<` params `>`";
}
def Word : Toy_Attr<"Word", "word"> {
  let assemblyFormat = "$width (`,` $name^)?";
}
def Maybe : Toy_Attr<"Maybe", "maybe"> {
  let assemblyFormat = "(`of` $name^)? $width";
}
class ArrayRefParameter<string ty> : AttrOrTypeParameter<"::llvm::ArrayRef<" # ty # ">">;
def Sizes : AttrDef<Toy, "Sizes"> {
  let mnemonic = "sizes";
  let parameters = (ins ArrayRefParameter<"int">:$sizes, "int":$width);
  let assemblyFormat = "`<` struct(params) `>`";
}
