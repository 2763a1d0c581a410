// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-bytecode --bytecode-dialect=Toy
// Before 23 functions that write return nothing, and all lists are written with their length.
include "mlir-bytecode.inc"

def Point : CompositeBytecode<"Point"> {
  dag members = (attr VarInt:$x, VarInt:$y);
}
def EmptyAttr : DialectAttribute<(attr)> { let cBuilder = "ignored($_args)"; }
def ShapeAttr : DialectAttribute<(attr
  VarInt:$kind, Array<Point>:$points, Array<Attribute>:$parts,
  ArrayWithKnownSize<VarIntElement, "points.size()">:$colors)>;
let cType = "BoxType" in {
def BoxType : DialectType<(type VarInt:$size)> {
  let printerPredicate = "!$_val.isOpen()";
}
def OpenBoxType : DialectType<(type Array<VarIntElement>:$size)> {
  let printerPredicate = "$_val.isOpen()";
}
}
def ToyAttributes : DialectAttributes<"Toy"> {
  let elems = [ShapeAttr, EmptyAttr];
}
def ToyTypes : DialectTypes<"Toy"> {
  let elems = [BoxType, OpenBoxType];
}
