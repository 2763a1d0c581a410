// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-capability-implication
include "mlir-availability.inc"
