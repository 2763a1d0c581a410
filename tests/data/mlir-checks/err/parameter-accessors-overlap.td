// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// Refused: the accessors of two parameters have the same name (the reference crashes).
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : AttrDef<Toy, "Bad"> {
  let parameters = (ins "int":$two_words, "int":$twoWords);
}
