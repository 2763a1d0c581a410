// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: an argument is another record.
include "mlir-op.inc"
include "classes.inc"

def Other;
def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins Other:$a);
}
