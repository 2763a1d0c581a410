// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Since 23 all attributes are properties, whatever the dialect says.
include "mlir-op.inc"

def Plain : Dialect {
  let name = "plain";
  bit usePropertiesForAttributes = 0;
}
def MarkOp : Op<Plain, "mark"> {
  let arguments = (ins Text:$label);
}
