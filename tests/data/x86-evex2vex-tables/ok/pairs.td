// ARGS: --gen-x86-EVEX2VEX-tables --release 16
include "classes.td"
// The fields that say W, and which instruction is meant, are those of LLVM 16.
def X86 : Target;
def HasAVXVNNI : Predicate<"Subtarget->hasAVXVNNI()">;
def HasSSE1 : Predicate<"Subtarget->hasSSE1()">;

class Vector<int opcode, RegisterClass regs, int form = MRMSrcReg, X86MemOperand mem = f128mem>
    : Inst<opcode, form, "vadd", (outs regs:$dst),
              !if(!eq(form, MRMSrcMem), (ins regs:$a, mem:$b), (ins regs:$a, regs:$b))>,
      PS, TB, ThreeOperands;
def VADDrr : Vector<0x58, VR128>, VEX;
def VADDYrr : Vector<0x58, VR256>, VEX, Vectors256;
def VADDrm : Vector<0x58, VR128, MRMSrcMem>, VEX;
def VADDZ128rr : Vector<0x58, VR128X>, EVEX;
def VADDZ256rr : Vector<0x58, VR256X>, EVEX, Vectors256;
def VADDZ128rm : Vector<0x58, VR128X, MRMSrcMem>, EVEX;
// Memory is the same record in both.
def VADDSSZrm : Vector<0x58, VR128X, MRMSrcMem, i128mem>, EVEX;
// With W there is none that does not ignore it, unless W may be lost.
def VADDQZ128rr : Vector<0x58, VR128X>, EVEX { let HasVEX_W = true; }
def VADDPZ128rr : Vector<0x58, VR128X>, EVEX { let HasVEX_W = true; let EVEX_W1_VEX_W0 = true; }
def VSUBrr : Vector<0x5C, VR128>, VEX { let IgnoresVEX_W = true; }
def VSUBZ128rr : Vector<0x5C, VR128X>, EVEX { let HasVEX_W = true; }
// Left out.
def VADDZrr : Vector<0x58, VR512>, EVEX { let hasEVEX_L2 = true; }
def VADDRZ128rr : Vector<0x58, VR128X>, EVEX { let notEVEX2VEXConvertible = true; }
// Another one is stated, which not all processors have.
def VALIGNZ128rr : Vector<0x03, VR128X>, EVEX { let EVEX2VEXOverride = "VPALIGNRrr"; }
def VPALIGNRrr : Vector<0x0F, VR128>, VEX {
  let Predicates = [HasSSE1, HasAVXVNNI];
  let checkVEXPredicate = true;
}
