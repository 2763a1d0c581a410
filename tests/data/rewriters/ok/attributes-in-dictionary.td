// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-rewriters
// Before 23 a dialect could keep attributes in the dictionary.
include "mlir-pattern.inc"

def Plain : Dialect {
  let name = "plain";
  let cppNamespace = "::plain";
  bit usePropertiesForAttributes = 0;
}
def MarkOp : Op<Plain, "mark"> {
  let arguments = (ins Int:$value, Text:$label, OptionalAttr<Text>:$note);
  let results = (outs Int:$result);
}
def JoinOp : Op<Plain, "join", [NativeTrait<"AttrSizedOperandSegments">]> {
  let arguments = (ins Variadic<Int>:$left, Variadic<Int>:$right, Text:$way);
  let results = (outs Int:$result);
}
def : Pat<(MarkOp (MarkOp $value, $label, $note), $_, $_), (MarkOp $value, $label, $note)>;
def : Pat<(MarkOp $value, ConstantAttr<Text, "two">:$label, $note), (JoinOp (variadic $value, $value), (variadic $value), $label)>;
