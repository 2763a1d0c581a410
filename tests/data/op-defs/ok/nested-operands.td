// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// Types of nested operands are joined in `functional-type`. `operands` loses the nesting, so that the lengths are written.
include "mlir-op.inc"

class VariadicOfVariadic<Type type, string lengths> : Variadic<type> { string segmentAttrName = lengths; }
def Lengths : Attr<CPred<"true">, "lengths", "::mlir::DenseI32ArrayAttr", "::llvm::ArrayRef<int>">;

class NestedOp<string format> : Op<Toy, "nested"> {
  let arguments = (ins VariadicOfVariadic<Any, "lengths">:$rows, Lengths:$lengths);
  let results = (outs Any:$sum);
  let assemblyFormat = format;
}
def JoinedOp : NestedOp<"$rows attr-dict functional-type($rows, $sum)">;
def FlatOp : NestedOp<"operands attr-dict functional-type(operands, results)">;
