// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// A builder that takes the type of results from the first operand does not count the operands of its list.
include "mlir-op.inc"

def SameTypes : NativeTrait<"SameOperandsAndResultType"> { let cppNamespace = "::mlir::OpTrait"; }
def JumpOp : Op<Toy, "jump", [SameTypes]> {
  let arguments = (ins Any:$value, Any:$other);
  let results = (outs Any:$same);
  let successors = (successor OneBlock:$next);
}

// A builder that takes the type from the first attribute adds no regions.
def FirstAttribute : NativeTrait<"FirstAttrDerivedResultType"> { let cppNamespace = "::mlir::OpTrait"; }
def ValueOp : Op<Toy, "value", [FirstAttribute]> {
  let arguments = (ins Text:$text);
  let results = (outs Any:$same);
  let regions = (region OneBlock:$first, VariadicRegion<OneBlock>:$more);
}
