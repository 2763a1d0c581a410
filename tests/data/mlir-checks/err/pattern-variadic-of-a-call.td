// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: variadic in a pattern with something else than operations and symbols.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(Toy_ManyOp (variadic (variadic $a))), (Toy_OneOp $a)>;
