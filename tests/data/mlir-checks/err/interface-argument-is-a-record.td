// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-decls
// Refused: an argument of an interface method is not a string.
include "mlir-op.inc"
include "classes.inc"

def Other;
def Runner : OpInterface<"Runner"> {
  let methods = [InterfaceMethod<"", "void", "run", (ins Other:$it)>];
}
