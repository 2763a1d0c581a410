// CORPUS: RISCV gen-register-info gen-instr-info gen-subtarget gen-dag-isel
// RELEASES: 19 22 23
// The instruction selector of RISC-V as it is generated, in a class with the functions that it calls.
#include "isel.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

namespace RISCVCC {
enum CondCode { COND_LTU, COND_GEU, COND_INVALID };
static unsigned getBrCond(CondCode, unsigned = 0) { return 0; }
static CondCode getInverseBranchCondition(CondCode Condition) { return Condition; }
} // namespace RISCVCC
static RISCVCC::CondCode getRISCVCCForIntCC(ISD::CondCode) { return RISCVCC::COND_INVALID; }

namespace {
// What conditions of patterns ask: each feature has a function of its own; others ask for several.
struct RISCVSubtarget {
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool ATTRIBUTE = DEFAULT;                                                    \
  bool GETTER() const { return ATTRIBUTE; }
#include "gen-subtarget.inc"
  bool is64Bit() const { return true; }
  unsigned getXLen() const { return 64; }
  MVT getXLenVT() const { return MVT::i64; }
  bool hasConditionalMoveFusion() const { return false; }
  bool hasStdExtCOrZca() const { return false; }
  bool hasVInstructions() const { return false; }
  bool hasVInstructionsI64() const { return false; }
  bool hasVInstructionsF16() const { return false; }
  bool hasVInstructionsF16Minimal() const { return false; }
  bool hasVInstructionsBF16() const { return false; }
  bool hasVInstructionsBF16Minimal() const { return false; }
  bool useMIPSCCMovInsn() const { return false; }
  bool hasVInstructionsAnyF() const { return false; }
  bool hasVInstructionsF64() const { return false; }
  bool hasVInstructionsFullMultiply() const { return false; }
};

class RISCVDAGToDAGISel : public SelectionDAGISel {
  const RISCVSubtarget *Subtarget = nullptr;

// A function of a complex pattern that matches nothing, with and without a number in its name.
#define SELECTS(NAME)                                                          \
  template <typename... Values> bool NAME(Values &&...) { return false; }
#define SELECTS_NUMBER(NAME)                                                   \
  template <unsigned..., typename... Values> bool NAME(Values &&...) { return false; }

public:
  using SelectionDAGISel::SelectionDAGISel;
  void Select(SDNode *N) override { SelectCode(N); }
  bool hasAllHUsers(SDNode *) const { return false; }
  bool hasAllWUsers(SDNode *) const { return false; }
  bool orDisjoint(SDNode *) const { return false; }
  SELECTS(SelectAddrRegImm)
  SELECTS(SelectAddrRegImm9)
  SELECTS(SelectAddrRegImm26)
  SELECTS(SelectAddrRegImmINX)
  SELECTS(SelectAddrRegImmLsb00000)
  SELECTS(SelectAddrRegReg)
  SELECTS(SelectFrameAddrRegImm)
  SELECTS(selectFPImm)
  SELECTS(selectInvLogicImm)
  SELECTS(selectLow8BitsVSplat)
  SELECTS(selectNegImm)
  SELECTS(selectSETEQ)
  SELECTS(selectSETNE)
  SELECTS(selectScalarFPAsInt)
  SELECTS(selectShiftMask32)
  SELECTS(selectShiftMaskXLen)
  SELECTS(selectSimm5Shl2)
  SELECTS(selectVLOp)
  SELECTS(selectVMNOTOp)
  SELECTS(selectVMNOT_VLOp)
  SELECTS(selectVSplat)
  SELECTS(selectVSplatSimm5)
  SELECTS(selectVSplatImm64Neg)
  SELECTS(selectVSplatSimm5Plus1)
  SELECTS(selectVSplatSimm5Plus1NoDec)
  SELECTS(selectVSplatSimm5Plus1NonZero)
  SELECTS(selectZExtImm32)
  SELECTS_NUMBER(SelectAddrRegRegScale)
  SELECTS_NUMBER(SelectAddrRegZextRegScale)
  SELECTS_NUMBER(selectRVVSimm5)
  SELECTS_NUMBER(selectSExtBits)
  SELECTS_NUMBER(selectShiftMask)
  SELECTS_NUMBER(selectSHXADDOp)
  SELECTS_NUMBER(selectSHXADD_UWOp)
  SELECTS_NUMBER(selectVSplatUimmBits)
  SELECTS_NUMBER(selectZExtBits)
#include "gen-dag-isel.inc"
};
} // namespace

int main() {
  EXPECT((std::is_base_of<SelectionDAGISel, RISCVDAGToDAGISel>::value));
  EXPECT(!std::is_abstract<RISCVDAGToDAGISel>::value);
}
