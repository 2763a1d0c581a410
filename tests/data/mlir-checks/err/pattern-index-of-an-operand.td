// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// Refused: an operand of a source pattern bound to a symbol with an index.
include "mlir-pattern.inc"
include "patterns.inc"

def : Pat<(Toy_OneOp $a__0), (Toy_OneOp $a)>;
