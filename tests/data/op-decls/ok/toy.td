// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
include "mlir-toy-ops.inc"
