// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: both traits about the sizes of results.
include "mlir-op.inc"
include "classes.inc"

def Toy_BadOp : Op<Toy, "bad", [AttrSizedResultSegments, SameVariadicResultSize]> {
  let results = (outs Variadic<Any>:$first, Variadic<Any>:$second);
}
