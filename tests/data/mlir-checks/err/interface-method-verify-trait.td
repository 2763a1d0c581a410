// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-decls
// Refused: an interface method named verifyTrait.
include "mlir-op.inc"
include "classes.inc"

def Runner : OpInterface<"Runner"> {
  let methods = [InterfaceMethod<"", "void", "verifyTrait">];
}
