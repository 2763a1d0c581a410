// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-bytecode --bytecode-dialect=Toy
include "mlir-bytecode.inc"

def Point : CompositeBytecode<"Point"> {
  dag members = (attr VarInt:$x, VarInt:$y);
}
def EmptyAttr : DialectAttribute<(attr)>;
def ShapeAttr : DialectAttribute<(attr
  VarInt:$kind, VarInt:$_flags, Attribute:$label, Array<Point>:$points, Array<Attribute>:$parts,
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
  let elems = [ShapeAttr, ReservedOrDead, EmptyAttr];
}
def ToyTypes : DialectTypes<"Toy"> {
  let elems = [BoxType, OpenBoxType];
}
def OtherTypes : DialectTypes<"Other">;
