// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// A builder with a list of attributes splits it into properties and discardable attributes.
include "mlir-op.inc"
include "mlir-traits.inc"

def ManyOp : Op<Toy, "many", [AttrSizedOperandSegments]> {
  let arguments = (ins Text:$operand_types, Text:$operandName, Text:$operand_encoding,
                       Variadic<Any>:$left, Variadic<Any>:$right);
}
