// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-doc
include "mlir-toy-ops.inc"
