// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Derived attributes become a dictionary if C++ makes an attribute of each of them.
include "mlir-op.inc"

class DerivedAttr<string value, string call, string convert = "">
    : Attr<CPred<"true">, "derived", "::mlir::Attribute", value> {
  code body = call;
  let convertFromStorage = convert;
}
def ConvertedOp : Op<Toy, "converted"> {
  DerivedAttr size = DerivedAttr<"int", "return 4;", "$_builder.getInt($_self)">;
}
def PlainOp : Op<Toy, "plain"> {
  DerivedAttr size = DerivedAttr<"int", "return 4;", "$_builder.getInt($_self)">;
  DerivedAttr half_size = DerivedAttr<"int", "return 2;">;
  DerivedAttr width = DerivedAttr<"int", "return 3;", " ">;
}
