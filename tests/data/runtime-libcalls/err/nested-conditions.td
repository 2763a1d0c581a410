// ARGS: --release 23 --gen-runtime-libcalls
// A function has one condition.
include "classes.td"

def ABORT : RuntimeLibcall;
def abort : RuntimeLibcallImpl<ABORT>;
def isToy : RuntimeLibcallPredicate<[{TT.isToy()}]>;
def isOther : RuntimeLibcallPredicate<[{TT.isOther()}]>;
def Toy : SystemRuntimeLibrary<isToy,
    (add LibcallImpls<(add LibcallImpls<(add abort), isToy>), isOther>)>;
