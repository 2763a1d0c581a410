// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// Refused: a builder of an attribute or type whose parameters are not a dag of ins.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : AttrDef<Toy, "Bad"> {
  let builders = [AttrOrTypeBuilder<(outs "int":$a)>];
}
