// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// A bit enum in `enum(…)` needs a case for zero.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "enum($bits) attr-dict";
}
