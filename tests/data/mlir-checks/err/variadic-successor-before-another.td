// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a variadic successor that is not the last one.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let successors = (successor VariadicSuccessor<OneBlock>:$many, OneBlock:$one);
}
