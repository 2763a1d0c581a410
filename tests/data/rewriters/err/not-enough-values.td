// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
include "mlir-pattern.inc"

def : Pat<(ListOp $values, $count), (NegOp $values)>;
