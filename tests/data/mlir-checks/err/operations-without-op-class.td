// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: classes of operations, no class Op.
include "dialect.inc"
