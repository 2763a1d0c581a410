// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: two builders that calls cannot tell apart.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let builders = [OpBuilder<(ins "int":$a, CArg<"int", "1">:$b)>, OpBuilder<(ins "int":$c)>];
}
