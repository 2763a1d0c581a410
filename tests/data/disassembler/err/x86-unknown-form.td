// ARGS: --gen-disassembler
include "x86.td"
// A form is one of those that the decoder knows.
def A : X86Inst<0x10, 17>;
// LABEL: 11: the field 'FormBits' is set here
