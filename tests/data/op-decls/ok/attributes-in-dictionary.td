// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-decls
// Before 23 a dialect could keep attributes of operations without other properties in the dictionary.
include "mlir-op.inc"
include "plain-ops.inc"
