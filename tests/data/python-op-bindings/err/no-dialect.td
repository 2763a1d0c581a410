// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings
include "mlir-toy-ops.inc"
