// ARGS: --gen-disassembler
include "x86.td"
// EVEX stands for one of four prefixes.
def A : X86Inst<0x10, RawFrm> { let OpEncBits = 3; }
// LABEL: 14: the field 'OpPrefixBits' is set here
