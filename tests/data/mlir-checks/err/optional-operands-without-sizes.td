// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: several optional operands, no trait that tells their sizes.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Optional<Any>:$first, Int:$between, Optional<Any>:$second);
}
