// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a parameter of a builder is neither a string nor a CArg.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let builders = [OpBuilder<(ins Int:$a)>];
}
