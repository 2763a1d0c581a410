// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-doc
// Refused: a page about types, no class Op.
include "dialect.inc"

def Toy_One : TypeDef;
