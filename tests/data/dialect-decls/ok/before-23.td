// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-dialect-decls
include "mlir-dialect.inc"
