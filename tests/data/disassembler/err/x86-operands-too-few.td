// ARGS: --gen-disassembler
include "x86.td"
// This form has two operands.
def A : X86Inst<0x10, MRMSrcReg, (outs GR32:$x), (ins)>;
// LABEL: 9: the field 'InOperandList' is set here
