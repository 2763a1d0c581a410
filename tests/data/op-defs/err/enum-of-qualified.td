// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// An attribute in `enum(…)` cannot be qualified.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "enum(qualified($kind)) attr-dict";
}
