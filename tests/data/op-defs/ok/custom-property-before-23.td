// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-defs
// Before 23 a custom directive does not qualify the class of properties.
include "mlir-op.inc"

def Toy_TimesOp : Op<Toy, "times"> {
  let arguments = (ins Text:$label, Count:$times);
  let assemblyFormat = "custom<Times>($times, $label) custom<More>(ref($times)) attr-dict";
}
