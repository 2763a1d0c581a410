// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-enum-defs
// Parsers for `AsmParser` are defined beside the other functions of an enum.
include "mlir-enum.inc"
