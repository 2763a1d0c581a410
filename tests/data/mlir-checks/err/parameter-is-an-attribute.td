// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
// Refused: a parameter is a record of another kind.
include "mlir-op.inc"
include "classes.inc"

def Toy_Bad : TypeDef<Toy, "Bad"> {
  let mnemonic = "bad";
  let parameters = (ins Text:$tag);
  let assemblyFormat = "$tag";
}
