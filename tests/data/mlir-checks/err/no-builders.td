// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: skipDefaultBuilders and no builder of its own.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let skipDefaultBuilders = 1;
}
