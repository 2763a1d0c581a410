// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-bytecode
include "mlir-bytecode.inc"

def ToyAttributes : DialectAttributes<"Toy">;
def OtherAttributes : DialectAttributes<"Other">;
