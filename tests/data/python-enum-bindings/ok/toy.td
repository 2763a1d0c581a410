// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-enum-bindings
include "mlir-enum.inc"
