// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// Refused: a parameter is neither a string nor a record.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : AttrDef<Toy, "Bad"> {
  let parameters = (ins 3:$a);
}
