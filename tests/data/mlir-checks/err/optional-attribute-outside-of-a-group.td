// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Refused: an optional attribute outside of an optional group of a format.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad"> {
  let arguments = (ins OptionalAttr<Text>:$note);
  let assemblyFormat = "$note attr-dict";
}
