// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
include "mlir-op.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Int:$a);
  let results = (outs Int:$a);
}
