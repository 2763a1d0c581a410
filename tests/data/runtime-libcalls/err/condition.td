// ARGS: --release 24 --gen-runtime-libcalls
// A condition consists of predicates and known operators.
include "named-library-classes.td"

def ABORT : RuntimeLibcall;
def abort : RuntimeLibcallImpl<ABORT>;
def isToy : RuntimeLibcallAvailability<(all_of abort)>;
def Libc : LibcallLibrary<"libc", (add abort), isToy>;
