// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-intr-from-llvmir-conversions
include "mlir-llvm-intrinsics.inc"
