// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-spirv-serialization
// Since LLVM 24, inherent attributes have getters, and the other attributes are discardable.
include "mlir-spirv-op.inc"

def Toy_LoadOp : SPIRV_Op<"Load"> {
  let arguments = (ins OptionalAttr<SPIRV_FeaturesAttr>:$features, Int:$ptr, Plain<"::mlir::IntegerAttr">:$base_alignment);
  let results = (outs Int:$value);
}
// Without attributes, nothing is divided.
def Toy_StoreOp : SPIRV_Op<"Store"> {
  let arguments = (ins Int:$ptr, Variadic<Any>:$values);
}
