// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-attrdef-defs
// Before 23 no array in a struct had brackets.
include "mlir.inc"

class ArrayRefParameter<string element> : AttrOrTypeParameter<"::llvm::ArrayRef<" # element # ">">;

def Toy : Dialect { let name = "toy"; }
def Brackets : AttrDef<Toy, "Brackets"> {
  let mnemonic = "a";
  let parameters = (ins ArrayRefParameter<"int">:$dims, "int":$rank);
  let assemblyFormat = "`<` struct(params) `>`";
}
