// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: variadic in a pattern, an operand with one value.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(Toy_OneOp (variadic $a)), (Toy_OneOp $a)>;
