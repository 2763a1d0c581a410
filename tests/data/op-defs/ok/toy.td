// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-toy-ops.inc"
