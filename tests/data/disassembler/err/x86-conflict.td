// ARGS: --gen-disassembler
include "x86.td"
// Two instructions of X86 with one encoding.
def A : X86Inst<0x10, RawFrm>;
def B : X86Inst<0x10, RawFrm>;
def C : X86Inst<0xc0, MRM0r, (outs), (ins GR32:$x)>;
def D : X86Inst<0xc0, MRMSrcReg, (outs GR32:$x), (ins GR32:$y)>;
// LABEL: 5: `B`
// LABEL: 4: `A`
// LABEL: 7: `D`
// LABEL: 6: `C`
