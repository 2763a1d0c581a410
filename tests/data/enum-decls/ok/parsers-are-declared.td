// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-enum-decls
// The header declares parsers for `AsmParser`; the other file defines them.
include "mlir-enum.inc"
