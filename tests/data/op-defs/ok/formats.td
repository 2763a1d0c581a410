// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-op.inc"

def Toy_CallOp : Op<Toy, "call"> {
  let arguments = (ins Int:$first, Variadic<Any>:$rest, OptionalAttr<Text>:$label, Count:$times);
  let results = (outs Optional<Any>:$toy);
  let assemblyFormat = [{
    $first (`,` $rest^ `:` type($rest))? (`as` $label^)? custom<Times>($times) attr-dict (`->` type($toy)^)?
  }];
}
def Toy_SwapOp : Op<Toy, "swap"> {
  let arguments = (ins Any:$a, Optional<Any>:$b, OptionalAttr<Text>:$c);
  let results = (outs Any:$d);
  let assemblyFormat = "$a oilist(`with` $b | `as` $c) attr-dict `:` functional-type(operands, results)";
}
def Toy_LoopOp : Op<Toy, "loop"> {
  let regions = (region OneBlock:$body);
  let successors = (successor OneBlock:$next);
  let assemblyFormat = "attr-dict-with-keyword $body `to` $next";
}
