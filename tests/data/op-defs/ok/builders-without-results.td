// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// A builder without results calls the builder with a list of result types.
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
