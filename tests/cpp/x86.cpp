// CORPUS: X86 gen-register-info gen-instr-info gen-subtarget
// Asks LLVM about X86 as it is generated: registers and CPUs. Its instructions are not encoded by
// generated code.
#include "target.h"

using namespace llvm;

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

namespace llvm {
namespace X86 {
// Conditions of jumps, which scheduling asks for.
enum CondCode { COND_O, COND_NO, COND_B, COND_AE, COND_E, COND_NE, COND_BE, COND_A, COND_S,
                COND_NS, COND_P, COND_NP, COND_L, COND_GE, COND_LE, COND_G };
} // namespace X86
namespace X86_MC {
static bool hasLockPrefix(const MCInst &) { return false; }
static bool isThreeOperandsLEA(const MCInst &) { return false; }
} // namespace X86_MC
} // namespace llvm

#define GET_REGINFO_MC_DESC
#include "gen-register-info.inc"

#define GET_SUBTARGETINFO_ENUM
#include "gen-subtarget.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "gen-subtarget.inc"

static void registers(const MCRegisterInfo &R) {
  using namespace X86;
  EXPECT(std::string(R.getName(R8D)) == "R8D" && R.getEncodingValue(R8D) == 8);
  EXPECT(R.getDwarfRegNum(RSP, false) == 7 && R.getLLVMRegNum(7, false) == MCRegister(RSP));

  EXPECT(R.getSubReg(RAX, sub_8bit_hi) == AH && R.getSubReg(RAX, sub_32bit) == EAX);
  EXPECT(R.getSubReg(R9, sub_16bit) == R9W);
  // Only four registers have a second byte that is a register to programs.
  EXPECT(R.getSubRegIndex(RBX, BH) == sub_8bit_hi && R.getSubRegIndex(RSI, BH) == 0);
  EXPECT(R.isSubRegister(RSI, SIL) && !R.isSubRegister(RSI, AL));
  EXPECT(R.getMatchingSuperReg(XMM3, sub_xmm, &X86MCRegisterClasses[VR256RegClassID]) == YMM3);
  EXPECT(R.getSubReg(ZMM31, sub_xmm) == XMM31);
  EXPECT(R.regsOverlap(AH, EAX) && !R.regsOverlap(AH, AL));

  const MCRegisterClass &ABCD = X86MCRegisterClasses[GR32_ABCDRegClassID];
  EXPECT(ABCD.getNumRegs() == 4 && ABCD.contains(EBX) && !ABCD.contains(ESI));
  EXPECT(X86MCRegisterClasses[GR8RegClassID].contains(R31B));
}

static std::unique_ptr<MCSubtargetInfo> subtarget(StringRef CPU, StringRef Features) {
  Triple TT("x86_64-unknown-linux");
  return std::unique_ptr<MCSubtargetInfo>(createX86MCSubtargetInfoImpl(TT, CPU, CPU, Features));
}

static void subtargets() {
  auto Old = subtarget("pentium", "");
  EXPECT(Old->hasFeature(X86::FeatureCX8) && !Old->hasFeature(X86::FeatureSSE1));
  auto Haswell = subtarget("haswell", "");
  EXPECT(Haswell->hasFeature(X86::FeatureAVX2) && Haswell->hasFeature(X86::FeatureBMI2));
  EXPECT(!Haswell->hasFeature(X86::FeatureAVX512));
  EXPECT(Haswell->getSchedModel().IssueWidth == 4);
  // What a feature implies comes and goes with it.
  EXPECT(subtarget("x86-64", "+avx2")->hasFeature(X86::FeatureAVX));
  EXPECT(!subtarget("haswell", "-sse4.2")->hasFeature(X86::FeatureAVX2));
  EXPECT(Haswell->isCPUStringValid("znver4") && !Haswell->isCPUStringValid("znver99"));
}

// Which class an instruction that is scheduled by its operands has.
static void scheduling() {
  auto STI = subtarget("haswell", "");
  const MCSchedModel &Model = STI->getSchedModel();
  EXPECT(Model.hasInstrSchedModel() && Model.getNumProcResourceKinds() > 8);
  EXPECT(std::string(Model.getProcResource(1)->Name) == "HWDivider");
}

int main() {
  MCRegisterInfo R;
  InitX86MCRegisterInfo(&R, X86::RIP, 0, 0, X86::RIP);
  registers(R);
  subtargets();
  scheduling();
}
