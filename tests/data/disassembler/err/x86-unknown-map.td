// ARGS: --gen-disassembler
include "x86.td"
// There are twelve tables of opcodes.
def A : X86Inst<0x10, RawFrm> { let OpMapBits = 12; }
// LABEL: 4: the field 'OpMapBits' is set here
