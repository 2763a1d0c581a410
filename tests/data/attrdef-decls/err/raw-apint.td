// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
include "mlir-op.inc"

def Toy_NumberAttr : AttrDef<Toy, "Number"> {
  let parameters = (ins "APInt":$value);
}
