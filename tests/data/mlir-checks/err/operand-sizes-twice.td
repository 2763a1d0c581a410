// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: both traits about the sizes of operands.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad", [AttrSizedOperandSegments, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<Any>:$first, Variadic<Any>:$second);
}
