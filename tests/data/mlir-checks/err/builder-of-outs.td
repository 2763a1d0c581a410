// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a builder whose parameters are not a dag of ins.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let builders = [OpBuilder<(outs "int":$a)>];
}
