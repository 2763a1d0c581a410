// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-enum-decls
include "mlir-enum.inc"
