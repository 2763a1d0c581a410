// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a parameter with a default value before one without.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let builders = [OpBuilder<(ins CArg<"int", "1">:$a, "int":$b)>];
}
