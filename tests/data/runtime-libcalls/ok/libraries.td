// ARGS: --release 23 --gen-runtime-libcalls
// Functions are numbered in the order of their symbols. A library has them in groups with one condition and
// calling convention each; of two functions that do the same, the first counts.
include "classes.td"

def SQRT_F32 : RuntimeLibcall;
def SQRT_F64 : RuntimeLibcall;
def ABORT : RuntimeLibcall;
def sqrt : RuntimeLibcallImpl<SQRT_F64>;
def sqrt_again : RuntimeLibcallImpl<SQRT_F64>;
def sqrtf_soft : RuntimeLibcallImpl<SQRT_F32, "sqrtf">;
def sqrtf_hard : RuntimeLibcallImpl<SQRT_F32, "sqrtf">;
def abort : RuntimeLibcallImpl<ABORT>;

def isToy : RuntimeLibcallPredicate<[{TT.isToy()}]>;
def isToyOS : RuntimeLibcallPredicate<[{TT.isOSToy()}]>;
def isOther : RuntimeLibcallPredicate<[{TT.isOther()}]>;
def FastCC : LibcallCallingConv<[{CallingConv::Fast}]>;

def Other : SystemRuntimeLibrary<isOther, (add sqrt, sqrt_again)>;
def Toy : SystemRuntimeLibrary<isToy,
    (add (sub (add sqrt, abort), abort), LibcallsWithCC<(add sqrtf_hard), FastCC>,
         LibcallImpls<(add abort), isToyOS>)> {
  let DefaultLibcallCallingConv = LibcallCallingConv<[{CallingConv::C}]>;
}
