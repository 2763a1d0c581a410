// ARGS: --gen-disassembler
include "x86.td"
// A number is no register in the middle bits of ModR/M.
def A : X86Inst<0x10, MRMSrcReg, (outs), (ins i32imm:$x, GR32:$y)>;
// LABEL: 42: what the operand is
