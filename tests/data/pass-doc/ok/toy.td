// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-pass-doc
include "mlir-pass.inc"
