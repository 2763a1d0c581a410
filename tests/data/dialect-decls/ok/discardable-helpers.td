// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-dialect-decls
// Helpers of discardable attributes access discardable attributes only.
include "mlir-dialect.inc"
