// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-serialization
include "mlir-spirv-op.inc"

def Toy_StoreOp : SPIRV_Op<"Store"> {
  let arguments = (ins Text:$label);
}
