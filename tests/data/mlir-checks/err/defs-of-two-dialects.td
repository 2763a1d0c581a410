// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-decls
// Refused: attributes or types of several dialects, none selected.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Other : Dialect { let name = "other"; }
def Toy_One : TypeDef<Toy, "One">;
def Other_Two : TypeDef<Other, "Two">;
