// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-dialect-decls
include "mlir.inc"

def A : Dialect { let name = "a"; }
def B : Dialect { let name = "b"; }
