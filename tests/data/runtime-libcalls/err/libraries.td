// ARGS: --release 24 --gen-runtime-libcalls
// A library is named by its definition, an isolated variant has a condition and another variant, and a library
// consists of functions.
include "named-library-classes.td"

def ABORT : RuntimeLibcall;
def abort : RuntimeLibcallImpl<ABORT>;
def IsToy : LibcallPredicate<[{TT.isToy()}]>;
def isToy : RuntimeLibcallAvailability<(all_of IsToy)>;
def Libc : LibcallLibrary<"libc", (add abort, ABORT)>;
def Alone : LibcallLibrary<"alone", (add abort)> { let Isolated = true; }
def : LibraryExclusion<"libd", isToy, [abort]>;
def Toy : SystemRuntimeLibrary<isToy, ["libc", "libm"]>;
