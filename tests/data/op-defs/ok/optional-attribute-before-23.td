// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-defs
// Before 23 an optional attribute could be used outside of an optional group.
include "mlir-op.inc"

def Toy_NoteOp : Op<Toy, "note"> {
  let arguments = (ins OptionalAttr<Text>:$note);
  let assemblyFormat = "$note attr-dict";
}
