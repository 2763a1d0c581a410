// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-enum-avail-decls
include "mlir-availability.inc"
