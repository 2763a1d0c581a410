// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-llvmir-conversions
include "mlir-llvm-ops.inc"
