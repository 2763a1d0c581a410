// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-enum-bindings
include "mlir-enum.inc"

// Python knows a value alone and one in angle brackets.
def Toy_SquareAttr : EnumAttr<Toy, "square", "`[` $value `]`">;
