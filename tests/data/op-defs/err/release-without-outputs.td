// TOOL: mlir-tblgen
// ARGS: --release 19 -I../support --gen-op-defs
// The outputs of `mlir-tblgen` are those of release 22 and later.
include "mlir-op.inc"
