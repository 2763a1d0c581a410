// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-doc
// Refused: a page, no class Op.
include "dialect.inc"
