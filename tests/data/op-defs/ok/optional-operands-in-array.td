// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// Functions of MLIR read optional operands and types, and several lists of operands are in an array.
include "mlir-op.inc"
include "mlir-traits.inc"

def OneOp : Op<Toy, "one"> {
  let arguments = (ins Optional<Any>:$x);
  let assemblyFormat = "$x (`:` type($x)^)? attr-dict";
}
def ManyOp : Op<Toy, "many", [AttrSizedOperandSegments]> {
  let arguments = (ins Optional<Int>:$x, Int:$single, Variadic<Int>:$y);
  let assemblyFormat = "$y `,` ($x^)? `,` $single attr-dict";
}
