// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-op.inc"

// The summary prints the value, and the condition uses the operation.
def Even : Attr<CPred<"isEven($_self, $_op)">, "an even number (got {{show($_self)}})", "::toy::EvenAttr", "Even">;
def Toy_EvenOp : Op<Toy, "even"> {
  let arguments = (ins Even:$number);
  // A quote within a string of the format.
  let assemblyFormat = [{ custom<Number>($number, "name(\"n\", $_ctxt)") attr-dict }];
}
