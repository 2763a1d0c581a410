// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-defs
// Before 23 the error of a property does not name it, and the type of an optional operand is always asked for.
include "mlir-op.inc"

def Toy_SwapOp : Op<Toy, "swap"> {
  let arguments = (ins Any:$a, Optional<Int>:$b, Count:$times);
  let results = (outs Any:$d);
  let assemblyFormat = "$a (`,` $b^)? $times prop-dict attr-dict `:` type($a) `->` type($d)";
}
