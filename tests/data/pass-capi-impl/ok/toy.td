// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-pass-capi-impl --prefix=Toy
include "mlir-pass.inc"
