// ARGS: --gen-dxil-operation
include "dxil.inc"
def unary : DXILOpClass;
def int_sin : Intrinsic;
def i128 : ValueType<9>;
def llvm_i128_ty : LLVMType<i128>;
def Sin : DXILOpMapping<13, unary, int_sin, "", [llvm_i1_ty, llvm_i128_ty]>;
