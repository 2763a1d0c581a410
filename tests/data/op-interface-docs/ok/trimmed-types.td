// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-docs
// Blanks around types are left out. A description of blanks is an empty line.
include "mlir.inc"

def Spaced : OpInterface<"Spaced"> {
  let description = " ";
  let methods = [InterfaceMethod<"Adds.", "int ", "add", (ins "int ":$a, "  Text &":$b)>,
                 StaticInterfaceMethod<" ", "  int", "count", (ins " int":$a)>];
}
