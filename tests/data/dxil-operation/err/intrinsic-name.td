// ARGS: --gen-dxil-operation
include "dxil.inc"
def unary : DXILOpClass;
def int_sin : Intrinsic;
def cosine : Intrinsic;
def Cos : DXILOpMapping<12, unary, cosine, "", [llvm_i1_ty]>;
