// ARGS: --gen-disassembler
include "x86.td"
// A form is one of those that the decoder knows.
def A : X86Inst<0x10, 17>;
