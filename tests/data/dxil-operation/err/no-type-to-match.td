// ARGS: --gen-dxil-operation
include "dxil.inc"
def unary : DXILOpClass;
def int_sin : Intrinsic;
multiclass Ops {
  def Sin : DXILOpMapping<13, unary, int_sin, "", [llvm_anyint_ty, LLVMMatchType<3>]>;
}
defm Toy : Ops;
