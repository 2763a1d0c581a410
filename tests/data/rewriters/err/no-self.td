// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
include "mlir-pattern.inc"

def : Pat<(NegOp (NativeCodeCall<"call($0)"> $value)), (NegOp $value)>;
