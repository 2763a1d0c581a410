// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// `enum(…)` and `qualified(…)` exclude each other.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "qualified(enum($kind)) attr-dict";
}
