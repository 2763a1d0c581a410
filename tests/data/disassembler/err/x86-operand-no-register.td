// ARGS: --gen-disassembler
include "x86.td"
// A number is no register in ModR/M.
def A : X86Inst<0x10, MRMSrcReg, (outs GR32:$x), (ins i32imm:$y)>;
// LABEL: 42: what the operand is
