// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-op-interface-decls
// Before 23 models call overloaded methods by the names in the table of functions.
include "mlir.inc"

def Sized : OpInterface<"Sized"> {
  let methods = [
    InterfaceMethod<"", "int", "size", (ins "int":$unit)>,
    InterfaceMethod<"", "int", "size">,
    InterfaceMethod<"", "int", "size", (ins "Unit":$unit), "", "return 1;">,
    StaticInterfaceMethod<"", "int", "count">,
    StaticInterfaceMethod<"", "int", "count", (ins "Unit":$unit), "", "return 2;">
  ];
}
