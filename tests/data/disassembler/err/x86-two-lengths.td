// ARGS: --gen-disassembler
include "x86.td"
// Vectors have one length.
def A : X86Inst<0x10, RawFrm> {
  let OpEncBits = 3;
  let OpPrefixBits = 4;
  let hasVEX_L = 1;
  let hasEVEX_L2 = 1;
}
// LABEL: 8: the field 'hasEVEX_L2' is set here
