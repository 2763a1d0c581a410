// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-doc
include "mlir-toy-ops.inc"
