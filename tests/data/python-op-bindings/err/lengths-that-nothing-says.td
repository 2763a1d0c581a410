// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings -bind-dialect=toy
include "mlir-op.inc"

def Toy_TwoOp : Op<Toy, "two"> {
  let arguments = (ins Variadic<Any>:$a, Variadic<Any>:$b);
}
