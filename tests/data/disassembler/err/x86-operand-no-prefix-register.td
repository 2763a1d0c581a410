// ARGS: --gen-disassembler
include "x86.td"
// A number is no register in the field vvvv of a prefix.
def A : X86Inst<0x10, MRMSrcReg, (outs GR32:$x), (ins i32imm:$v, GR32:$y)> {
  let OpEncBits = 1;
  let hasVEX_4V = 1;
}
// LABEL: 42: what the operand is
