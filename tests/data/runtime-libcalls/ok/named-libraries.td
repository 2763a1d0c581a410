// ARGS: --release 24 --gen-runtime-libcalls
// From release 24 on, a library has a name and a function that makes its functions available. Functions that all
// variants have come first, excluded functions follow, and variants that add them again are last.
include "named-library-classes.td"

def Void : FuncArgType;
def Int : FuncArgType;
def Int16 : FuncArgType;
def Flt : FuncArgType;
def Dbl : FuncArgType;
def Mask : FuncArgType;
def SQRT_F32 : RuntimeLibcall<Flt, [Flt]>;
def SQRT_F64 : RuntimeLibcall<Dbl, [Dbl]>;
def SQRT_V4F32 : RuntimeLibcall<Flt, [Flt]>;
def SQRT_MASKED_V4F32 : MaskedRuntimeLibcall<SQRT_V4F32, Mask>;
def FMA_F64 : RuntimeLibcall<Dbl, [Dbl, Dbl]>;
def ABORT : RuntimeLibcall<Void>;
def EXIT : RuntimeLibcall<Void, [Int]>;
def UNTYPED : RuntimeLibcall;
def : RuntimeLibcallFamily<"SQRT", ["sqrt", "experimental_constrained_sqrt"], ["V4F32"]>;
def : RuntimeLibcallFamily<"FMA", ["fma"]>;

def sqrt : RuntimeLibcallImpl<SQRT_F64>;
def sqrtf : RuntimeLibcallImpl<SQRT_F32>;
def sqrtf_fast : RuntimeLibcallImpl<SQRT_F32, "sqrtf">;
def fma : RuntimeLibcallImpl<FMA_F64>;
def abort : RuntimeLibcallImpl<ABORT>;
def exit : RuntimeLibcallImpl<EXIT>;

def IsToy : LibcallPredicate<[{TT.isToy()}]>;
def IsOld : LibcallPredicate<[{TT.isOld()}]>;
def IsOther : LibcallPredicate<[{TT.isOther() && Other}]>;
def isToy : RuntimeLibcallAvailability<(all_of IsToy)>;
def isNewToy : RuntimeLibcallAvailability<(all_of IsToy, (not IsOld))>;
def isAny : RuntimeLibcallAvailability<(any_of (all_of IsToy, IsOld), (none_of IsToy, IsOther))>;
def FastCC : LibcallCallingConv<[{CallingConv::Fast}]>;

def Libm : LibcallLibrary<"lib-m",
    (add sqrt, fma, LibcallsWithCC<(add sqrtf_fast), FastCC>, LibcallImpls<(add abort), isAny>)>;
def LibmNew : LibcallLibrary<"lib-m", (add fma, exit), isNewToy>;
def LibmToy : LibcallLibrary<"lib-m", (add fma, sqrtf, exit), isToy>;
def Libc : LibcallLibrary<"libc", (add abort, exit)>;
def ToyLibc : LibcallLibrary<"libc", (add abort), isToy> { let Isolated = true; }
def : LibraryExclusion<"lib-m", isToy, [sqrtf, sqrt]>;
def : LibraryExclusion<"lib-m", isNewToy, [sqrt]>;

def Other : SystemRuntimeLibrary<isAny, ["libc"]>;
def Toy : SystemRuntimeLibrary<isToy, ["libc", "lib-m", "libc"]> {
  let DefaultLibcallCallingConv = LibcallCallingConv<[{ CallingConv::Toy }]>;
}
def Bare : SystemRuntimeLibrary<isNewToy, []>;
