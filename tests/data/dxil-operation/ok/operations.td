// ARGS: --gen-dxil-operation
include "dxil.inc"

def unary : DXILOpClass;
def binary : DXILOpClass;
def isSpecial : DXILOpClass;
def threadId : DXILOpClass;

def int_sin : Intrinsic<[IntrNoMem]>;
def int_max : Intrinsic<[IntrReadMem]>;
def int_dx_isinf : Intrinsic;
def int_dx_thread_id : Intrinsic<[IntrNoMem]>;
def int_dx_reverse : Intrinsic;

// In order of their codes.
def ThreadId : DXILOpMapping<93, threadId, int_dx_thread_id, "Which thread it is",
                             [llvm_i32_ty, llvm_i32_ty]>;
def Sin : DXILOpMapping<13, unary, int_sin, "The sine",
                        [llvm_halforfloat_ty, LLVMMatchType<0>]>;
def Max : DXILOpMapping<37, binary, int_max, "The greater of two",
                        [llvm_anyint_ty, LLVMMatchType<0>, LLVMMatchType<0>]>;
def IsInf : DXILOpMapping<9, isSpecial, int_dx_isinf, "Whether it is infinite",
                          [llvm_i1_ty, llvm_anyfloat_ty]>;
def Reverse : DXILOpMapping<30, unary, int_dx_reverse, "The bits reversed",
                            [llvm_i16ori32_ty, LLVMMatchType<0>]>;
