// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: the root of a source pattern is not an operation.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(either $a, $b), (Toy_OneOp $a)>;
