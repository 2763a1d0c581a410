// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Refused: AttrSizedResultSegments, at most one variadic or optional result.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad", [AttrSizedResultSegments]> {
  let results = (outs Variadic<Any>:$only);
}
