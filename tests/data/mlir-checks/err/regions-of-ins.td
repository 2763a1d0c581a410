// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: regions is not a dag of region.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let regions = (ins OneBlock:$r);
}
