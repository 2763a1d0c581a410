// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-doc
// Refused: a page (--gen-*-doc), several dialects, none selected.
include "mlir-op.inc"
include "classes.inc"

def Other : Dialect { let name = "other"; }
