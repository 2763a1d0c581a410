// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-doc
// Before 23 a page lists operations in the order of their definitions' names.
include "mlir-op.inc"

def A : Op<Toy, "second"> {
  let summary = "comes first by its definition";
}
def B : Op<Toy, "first">;
