// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-op.inc"

def Toy_ShowOp : Op<Toy, "show"> {
  let arguments = (ins Any:$toy);
  let assemblyFormat = "$toy attr-dict";
}
