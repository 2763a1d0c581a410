// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// The separator of clauses is a literal.
include "enum-attribute.inc"

def FormatOp : Op<Toy, "format"> {
  let arguments = (ins Kind:$kind, Text:$text, NoZero:$bits, OptionalAttr<Text>:$maybe);
  let assemblyFormat = "oilist<$maybe>(`a` $maybe) attr-dict";
}
