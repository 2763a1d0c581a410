// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
include "mlir-pattern.inc"

def : Pat<(NegOp $value), (NegOp $value), [(SameType $value, 42)]>;
