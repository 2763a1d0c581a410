// TOOL: tblgen-to-irdl
// ARGS: --release 23 --gen-dialect-irdl-defs -I../support
include "mlir-cmath.inc"
