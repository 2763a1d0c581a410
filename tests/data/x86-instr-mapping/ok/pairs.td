// ARGS: --gen-x86-instr-mapping
include "../support/x86-instructions.inc"
// Names pair instructions, and with a prefix EVEX fields and the sizes of operands.
def X86 : Target;
def HasAVXVNNI : Predicate<"Subtarget->hasAVXVNNI()">;

class Vector<int opcode, RegisterClass regs, X86MemOperand mem = f128mem, int form = MRMSrcReg>
    : X86Inst<opcode, form, "vadd", (outs regs:$dst),
              !if(!eq(form, MRMSrcMem), (ins regs:$a, mem:$b), (ins regs:$a, regs:$b))>,
      PS, TB, ThreeOperands;
def VADDrr : Vector<0x58, VR128>, VEX;
def VADDYrr : Vector<0x58, VR256>, VEX, Vectors256;
def VADDrm : Vector<0x58, VR128, f128mem, MRMSrcMem>, VEX;
def VADDZ128rr : Vector<0x58, VR128X>, EVEX;
def VADDZ256rr : Vector<0x58, VR256X>, EVEX, Vectors256;
def VADDZ128rm : Vector<0x58, VR128X, i128mem, MRMSrcMem>, EVEX;
// No table has these: another size of memory, W, a mask, rounding, 512 bits.
def VADDSSZrm : Vector<0x58, VR128X, f32mem, MRMSrcMem>, EVEX;
def VADDQZ128rr : Vector<0x58, VR128X>, EVEX, W1;
def VADDZ128rrk : Vector<0x58, VR128X>, EVEX { let hasEVEX_K = true; }
def VADDZrrb : Vector<0x58, VR128X>, EVEX { let hasEVEX_B = true; }
def VADDZrr : Vector<0x58, VR512>, EVEX { let hasEVEX_L2 = true; }
// The first one is taken, and what only exists with a feature is checked.
def VDOTPrr : Vector<0x59, VR128>, VEX { let Predicates = [HasAVXVNNI]; }
def VDOTQrr : Vector<0x59, VR128>, VEX;
def VDOTrr_REV : Vector<0x59, VR128>, VEX;
def VDOTZ128rr : Vector<0x59, VR128X>, EVEX;
// Two lists in the backend go by names alone.
def VSHUFF32X4Z256rri : Vector<0x23, VR256X>, EVEX, Vectors256;
def VPERM2F128rr : Vector<0x06, VR256>, VEX, Vectors256;
def VPMULLQZ128rr : Vector<0x58, VR128X>, EVEX;

// Instructions of general registers with EVEX.
class Sum<dag outputs, dag inputs> : X86Inst<0x01, MRMDestReg, "sum", outputs, inputs>;
def SUM32rr : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>;
def SUM32rr_NF : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>, MAP4, EVEX;
def SUM32rr_ND : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>, MAP4, EVEX, ThreeOperands {
  let hasEVEX_B = true;
}
def SUM32rr_NF_ND : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>, MAP4, EVEX, ThreeOperands;
def SUM32mr : Sum<(outs), (ins i32mem:$a, GR32:$b)>;
def SUM32mr_ND : Sum<(outs GR32:$dst), (ins i32mem:$a, GR32:$b)>, MAP4, EVEX;
def SUM32rr_EVEX : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>, MAP4, EVEX {
  let explicitOpPrefixBits = 3;
}
def ADCX32rr : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>;
def ADCX32rr_EVEX : Sum<(outs GR32:$dst), (ins GR32:$a, GR32:$b)>, MAP4, EVEX;

// SSE.
def DOTPrr : Vector<0x59, VR128>;
def DOTPrr_alt : Vector<0x59, VR128> { let isAsmParserOnly = true; }
def VDOTPrr_alt : Vector<0x59, VR128>;
def BLENDVPSrr0 : Vector<0x14, VR128>;
def VBLENDVPSrrr : Vector<0x4A, VR128>, VEX;
