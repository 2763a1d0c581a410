// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-avail-interface-decls
include "mlir-availability.inc"
