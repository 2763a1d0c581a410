// ARGS: --gen-disassembler
include "x86.td"
// A register cannot be where this form has memory.
def A : X86Inst<0x10, MRMDestMem, (outs), (ins GR32:$x, GR32:$y)>;
// LABEL: 41: what the operand is
