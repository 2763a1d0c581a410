// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
// A default may name other parameters where the type is read. Where it is printed, the names have no meaning.
include "mlir.inc"

class DefaultParameter<string value> : AttrOrTypeParameter<"int"> { let defaultValue = value; }

def Toy : Dialect { let name = "toy"; }
def Sized : TypeDef<Toy, "Sized"> {
  let mnemonic = "sized";
  let parameters = (ins "Text":$name, DefaultParameter<"$name.size()">:$size);
  let assemblyFormat = "`<` params `>`";
}
