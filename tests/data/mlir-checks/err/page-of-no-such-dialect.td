// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-doc -dialect=none
// Refused: a page about a dialect that is not defined.
include "mlir-op.inc"
include "classes.inc"
