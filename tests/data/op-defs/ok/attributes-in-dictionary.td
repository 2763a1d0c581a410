// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-defs
// Before 23 a dialect could keep attributes of operations without other properties in the dictionary.
include "mlir-op.inc"
include "plain-ops.inc"
