// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-pass-decls --name=Toy
include "mlir-pass.inc"
