// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a region is not a record.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let regions = (region "body":$r);
}
