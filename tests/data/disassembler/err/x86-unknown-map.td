// ARGS: --gen-disassembler
include "x86.td"
// There are twelve tables of opcodes.
def A : X86Inst<0x10, RawFrm> { let OpMapBits = 12; }
