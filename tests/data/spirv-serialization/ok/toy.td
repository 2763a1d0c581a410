// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-spirv-serialization
include "mlir-spirv-op.inc"

def Toy_AddOp : SPIRV_Op<"Add"> {
  let arguments = (ins Int:$lhs, Int:$rhs);
  let results = (outs Int:$sum);
}
def Toy_StoreOp : SPIRV_Op<"Store"> {
  let arguments = (ins Int:$ptr, Variadic<Any>:$values, SPIRV_ScopeAttr:$scope, Plain<"::mlir::ArrayAttr">:$indices);
}
def Toy_LoadOp : SPIRV_Op<"Load"> {
  let arguments = (ins OptionalAttr<SPIRV_FeaturesAttr>:$features, Int:$ptr, Plain<"::mlir::TypeAttr">:$type,
                       Plain<"::mlir::IntegerAttr">:$alignment);
  let results = (outs Int:$value);
}
def Toy_OwnOp : SPIRV_Op<"Own"> {
  let autogenSerialization = 0;
}
def Toy_SinOp : SPIRV_ExtInstOp<"Sin", "Toy.std", 13> {
  let arguments = (ins Int:$value);
  let results = (outs Int:$result);
}
def Toy_PoolOp : SPIRV_ExtInstOp<"Pool", "Toy.std", 1> {
  let arguments = (ins SPIRV_BoolConstAttr:$fast, Plain<"::mlir::DenseElementsAttr">:$kernel, Int:$value);
}
