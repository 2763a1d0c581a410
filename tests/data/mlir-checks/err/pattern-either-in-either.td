// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: either in either.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(Toy_TwoOp (either (either $a, $b), $c)), (Toy_OneOp $a)>;
