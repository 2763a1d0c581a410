// TOOL: mlir-tblgen
// ARGS: --release 23 --gen-llvmir-intrinsics --llvmir-intrinsics-filter=load --llvmir-intrinsics-access-group-regexp=wide --llvmir-intrinsics-alias-analysis-regexp=wide
class ValueType<bit any> {
  bit isOverloaded = any;
}
class LLVMType<ValueType vt> {
  ValueType VT = vt;
}
def any : LLVMType<ValueType<1>>;
def i32 : LLVMType<ValueType<0>>;
class IntrinsicProperty;
def IntrNoMem : IntrinsicProperty;
def Commutative : IntrinsicProperty;
class Intrinsic<list<LLVMType> ret, list<LLVMType> params, list<IntrinsicProperty> props> {
  string LLVMName = "";
  string TargetPrefix = "";
  list<LLVMType> RetTypes = ret;
  list<LLVMType> ParamTypes = params;
  list<IntrinsicProperty> IntrProperties = props;
}
def int_toy_load_pair : Intrinsic<[any, i32], [i32, any], [IntrNoMem, Commutative]> {
  let TargetPrefix = "toy";
}
def int_wide_load : Intrinsic<[], [i32], []>;
def int_load_nothing : Intrinsic<[], [], []>;
def int_store : Intrinsic<[], [], []>;
