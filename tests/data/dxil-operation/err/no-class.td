// ARGS: --gen-dxil-operation
include "dxil.inc"
def unary : DXILOpClass;
def int_sin : Intrinsic;
def Cos : DXILOpMapping<12, ?, int_sin, "", [llvm_i1_ty]>;
