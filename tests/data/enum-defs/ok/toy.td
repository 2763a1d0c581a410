// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-enum-defs
include "mlir-enum.inc"
