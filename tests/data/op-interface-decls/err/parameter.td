// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-decls
include "mlir-op.inc"

def Sortable : OpInterface<"Sortable"> {
  let methods = [InterfaceMethod<"", "void", "sort", (ins Int:$order)>];
}
