// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: AttrSizedOperandSegments, at most one variadic or optional operand.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<Any>:$only);
}
