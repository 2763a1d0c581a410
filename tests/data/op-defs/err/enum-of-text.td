// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// `enum(…)` needs an attribute that holds an enum.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "enum($text) attr-dict";
}
