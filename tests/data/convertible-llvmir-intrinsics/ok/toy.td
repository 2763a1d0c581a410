// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-convertible-llvmir-intrinsics
include "mlir-llvm-intrinsics.inc"
