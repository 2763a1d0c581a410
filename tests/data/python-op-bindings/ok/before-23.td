// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-python-op-bindings -bind-dialect=toy
// Before 23 parameters, lists and what functions return have no types, and there are no adaptors.
include "mlir-toy-ops.inc"
