// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-avail-interface-defs
include "mlir-availability.inc"
