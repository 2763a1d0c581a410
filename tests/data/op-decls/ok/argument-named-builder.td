// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// `create` renames its location where an argument has that name, but not its builder.
include "mlir-op.inc"

def NamedOp : Op<Toy, "named"> {
  let arguments = (ins Any:$builder, Any:$location, Any:$location_);
}
