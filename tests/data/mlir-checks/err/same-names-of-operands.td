// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: two operands, results, regions or successors of one name.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Int:$a, Any:$a);
}
