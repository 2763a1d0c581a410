// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs -op-shard-count=2 -op-include-regex=add
include "mlir-toy-ops.inc"
