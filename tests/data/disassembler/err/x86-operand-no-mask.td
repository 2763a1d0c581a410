// ARGS: --gen-disassembler
include "x86.td"
// Only a mask register can be where the mask is.
def A : X86Inst<0x10, MRMSrcReg, (outs VR512:$x), (ins GR32:$m, VR512:$y)> {
  let OpEncBits = 3;
  let hasEVEX_K = 1;
}
// LABEL: 41: what the operand is
