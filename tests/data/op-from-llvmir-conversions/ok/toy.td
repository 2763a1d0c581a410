// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-from-llvmir-conversions
include "mlir-llvm-ops.inc"
