// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// Refused: a parameter without a name.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : AttrDef<Toy, "Bad"> {
  let parameters = (ins "int":$a, "int");
}
