// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// The separator of clauses has an angle bracket behind it.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "oilist<`,`(`a` $maybe) attr-dict";
}
