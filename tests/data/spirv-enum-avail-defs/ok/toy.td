// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-enum-avail-defs
include "mlir-availability.inc"
