// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// `enum(…)` is allowed at the top level only.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "custom<F>(enum($kind)) attr-dict";
}
