// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls -asmformat-error-is-fatal=false
include "mlir-op.inc"

// The operations are declared without functions that read and print them.
def Toy_TwiceOp : Op<Toy, "twice"> {
  let arguments = (ins Any:$toy);
  let assemblyFormat = [{
    $toy `,` $toy attr-dict
  }];
}
def Toy_OpenOp : Op<Toy, "open"> {
  let assemblyFormat = "attr-dict `abc";
}
