// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-bytecode --bytecode-dialect=Toy
include "mlir-bytecode.inc"

def Point : CompositeBytecode<"Point"> {
  dag members = (attr VarInt:$x, VarInt:$y);
}
def ShapeAttr : DialectAttribute<(attr Point:$center)>;
def ToyAttributes : DialectAttributes<"Toy"> {
  let elems = [ShapeAttr];
}
def ToyTypes : DialectTypes<"Toy">;
