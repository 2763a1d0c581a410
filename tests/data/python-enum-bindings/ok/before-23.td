// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-python-enum-bindings
// Before 23 the key of a builder has no dialect.
include "mlir-enum.inc"
