// ARGS: --gen-disassembler
include "x86.td"
// EVEX stands for one of four prefixes.
def A : X86Inst<0x10, RawFrm> { let OpEncBits = 3; }
