// ARGS: --gen-dxil-operation
include "dxil.inc"
def unary : DXILOpClass;
def int_sin : Intrinsic;
def Sin : DXILOpMapping<13, unary, int_sin, "", [llvm_i1_ty, LLVMMatchType<0>]>;
