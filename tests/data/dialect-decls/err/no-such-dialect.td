// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-decls -dialect=c
include "mlir.inc"

def A : Dialect { let name = "a"; }
