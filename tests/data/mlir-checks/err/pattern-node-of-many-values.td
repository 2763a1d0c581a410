// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: an operation in a pattern that defines a variadic or optional operand.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(Toy_ManyOp (Toy_OneOp $a)), (Toy_OneOp $a)>;
