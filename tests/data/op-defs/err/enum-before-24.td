// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Before 24 `enum(…)` was unknown.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "enum($kind) attr-dict";
}
