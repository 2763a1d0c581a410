// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// Clauses may have a literal between them. The attribute of a clause has to follow its keyword.
include "mlir-op.inc"

def ClausesOp : Op<Toy, "clauses"> {
  let arguments = (ins OptionalAttr<Text>:$a, OptionalAttr<Text>:$b);
  let assemblyFormat = "oilist<`,`>(`a` `=` $a | `b` $b) attr-dict";
}
def PlainOp : Op<Toy, "plain"> {
  let arguments = (ins OptionalAttr<Text>:$a, OptionalAttr<Text>:$b);
  let assemblyFormat = "oilist(`a` $a | `b` $b) attr-dict";
}
