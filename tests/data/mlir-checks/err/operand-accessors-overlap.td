// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: the accessors of two operands have the same name.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Any:$two_words, Any:$twoWords);
}
