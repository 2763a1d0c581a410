// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-defs
include "mlir-dialect.inc"
