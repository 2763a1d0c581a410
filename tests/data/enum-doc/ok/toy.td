// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-enum-doc
include "mlir-enum.inc"
