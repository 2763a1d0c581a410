// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-doc
// A summary and a description of an operation that are blanks are not there.
include "mlir-op.inc"

def BlankOp : Op<Toy, "blank"> {
  let summary = "  ";
  let description = " \n ";
  let arguments = (ins Any:$value);
}
