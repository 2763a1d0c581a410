// ARGS: --gen-disassembler
include "x86.td"
// Memory is no number behind the opcode.
def A : X86Inst<0x10, MRMSrcReg, (outs GR32:$x), (ins GR32:$y, i32mem:$z)>;
// LABEL: 42: what the operand is
