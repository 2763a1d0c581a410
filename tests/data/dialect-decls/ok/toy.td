// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-decls
include "mlir-dialect.inc"
