// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Refused: several variadic operands, no trait that tells their sizes.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Variadic<Any>:$first, Optional<Any>:$second);
}
