// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// A record that is a trait and an `Interface`, but no `InterfaceTrait`, is a trait.
include "mlir-op.inc"
include "mlir-traits.inc"

def First : Interface<"First">, NativeOpTrait<"First">;
def Second : NativeOpTrait<"Second">, Interface<"Second">;
def Third : NativeOpTrait<"Third">, OpInterface<"Third">;
def PlainOp : Op<Toy, "plain", [First, Second, Third]>;
