// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: an operand, result, region and successor of one name.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let results = (outs Int:$a);
  let regions = (region OneBlock:$a);
}
