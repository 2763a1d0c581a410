// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-doc
// Refused: a page, no dialect.
include "mlir.inc"
