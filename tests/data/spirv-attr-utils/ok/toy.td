// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-attr-utils
include "mlir-availability.inc"
