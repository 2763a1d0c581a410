// ARGS: --release 24 --gen-runtime-libcalls
// An intrinsic belongs to one family.
include "named-library-classes.td"

def ABORT : RuntimeLibcall;
def abort : RuntimeLibcallImpl<ABORT>;
def : RuntimeLibcallFamily<"SQRT", ["sqrt"]>;
def : RuntimeLibcallFamily<"FMA", ["fma", "sqrt"]>;
