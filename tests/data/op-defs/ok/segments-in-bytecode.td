// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// In bytecode the numbers of operands come where `operand_segment_sizes` is among the names of attributes.
include "mlir-op.inc"
include "mlir-traits.inc"

def ManyOp : Op<Toy, "many", [AttrSizedOperandSegments]> {
  let arguments = (ins Text:$operand_types, Text:$operandName, Text:$operand_encoding,
                       Variadic<Any>:$left, Variadic<Any>:$right);
}
