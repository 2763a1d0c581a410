// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: an operand named type of an operation that has not one result.
include "mlir-op.inc"
include "classes.inc"

def Toy_GoodOp : Op<Toy, "good"> {
  let arguments = (ins Any:$type);
  let results = (outs Any:$r);
}
def Toy_TooBadOp : Op<Toy, "bad"> {
  let arguments = (ins Any:$type);
}
