// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-interface-decls
// A method is a function of the table if its body uses the operation by `$_raw_op` only, and names no class.
include "mlir.inc"

def Shared : OpInterface<"Shared"> {
  let methods = [
    InterfaceMethod<"", "int", "raw", (ins "int":$x), "return f($_raw_op, x);">,
    InterfaceMethod<"", "int", "rawAndCast", (ins), "return f($_raw_op, $_op);">,
    InterfaceMethod<"", "int", "rawAndSelf", (ins), "return f($_raw_op, $_self);">,
    InterfaceMethod<"", "int", "rawAndClass", (ins), "return f($_raw_op, ConcreteOp::x);">,
    InterfaceMethod<"", "int", "neither", (ins), "return 42;">,
    InterfaceMethod<"", "int", "rawByDefault", (ins), "", "return g($_raw_op);">,
    InterfaceMethod<"", "int", "rawTwice", (ins), "return f($_raw_op);", "return g($_op);">,
    InterfaceMethod<"", "int", "raw", (ins), "return second($_raw_op);">,
    StaticInterfaceMethod<"", "int", "fixed", (ins), "return h($_raw_op);">
  ];
}
