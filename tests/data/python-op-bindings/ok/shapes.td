// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings -bind-dialect=toy -dialect-extension=more
include "mlir-op.inc"

def Segments : NativeTrait<"AttrSizedOperandSegments"> { let cppNamespace = "::mlir::OpTrait"; }
def ResultSegments : NativeTrait<"AttrSizedResultSegments"> { let cppNamespace = "::mlir::OpTrait"; }
def SameSize : NativeTrait<"SameVariadicOperandSize"> { let cppNamespace = "::mlir::OpTrait"; }
def SameType : NativeTrait<"SameOperandsAndResultType"> { let cppNamespace = "::mlir::OpTrait"; }
def FirstAttr : NativeTrait<"FirstAttrDerivedResultType"> { let cppNamespace = "::mlir::OpTrait"; }
def Unit : Attr<CPred<"isUnit($_self)">, "unit", "::mlir::UnitAttr", "bool"> { let isOptional = 1; }

// Operands and results whose lengths are attributes.
def SegmentsOp : Op<Toy, "segments", [Segments, ResultSegments]> {
  let arguments = (ins Variadic<Any>:$many, Optional<Int>:$maybe, Any);
  let results = (outs Variadic<Any>:$more, Optional<Any>:$less, Any:$one);
}
// Lists that have the same length.
def EqualOp : Op<Toy, "equal", [SameSize]> {
  let arguments = (ins Variadic<Any>:$first, Any:$in, Variadic<Int>:$second);
}
// The values after a list.
def RestOp : Op<Toy, "rest"> {
  let arguments = (ins Any:$a, Variadic<Any>:$rest, Any:$z);
  let results = (outs Optional<Int>);
}
// Types that follow from an operand, and from an attribute.
def SameOp : Op<Toy, "same", [SameType]> {
  let arguments = (ins Any:$camelCase);
  let results = (outs Any:$result);
}
def TypedOp : Op<Toy, "typed", [FirstAttr]> {
  let description = [{
    Text with """ and

      a margin.
  }];
  let arguments = (ins Text:$text, OptionalAttr<Text>:$class, Unit:$unit);
  let results = (outs Any:$a, Any:$b);
}
// Blocks, and a name that the class has.
def BlocksOp : Op<Toy, "return"> {
  let arguments = (ins Any:$results);
  let regions = (region OneBlock:$body, VariadicRegion<OneBlock>:$Others);
  let successors = (successor OneBlock, VariadicSuccessor<OneBlock>:$targets);
}
def Toy_same : Op<Toy, "same">;
