// CORPUS: RISCV/RISCVGISel gen-register-info gen-instr-info gen-subtarget gen-global-isel
// RELEASES: 19 22 23
// RISC-V's instruction selector for GlobalISel, in a class with the functions that it calls.
#include "global_isel.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

#if LLVM_VERSION_MAJOR >= 23
namespace llvm {
namespace RISCV {
static bool isValidYBNDSWImm(int64_t) { return false; }
} // namespace RISCV
} // namespace llvm
#endif

namespace {
// What conditions of patterns ask: each feature has a function of its own; others ask for several.
struct RISCVSubtarget : TargetSubtargetInfo {
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool ATTRIBUTE = DEFAULT;                                                    \
  bool GETTER() const { return ATTRIBUTE; }
#include "gen-subtarget.inc"
  bool is64Bit() const { return true; }
  unsigned getXLen() const { return 64; }
  bool hasConditionalMoveFusion() const { return false; }
  bool hasStdExtCOrZca() const { return false; }
  bool hasVInstructions() const { return false; }
  bool hasVInstructionsI64() const { return false; }
  bool hasVInstructionsF16() const { return false; }
  bool hasVInstructionsF16Minimal() const { return false; }
  bool hasVInstructionsBF16() const { return false; }
  bool useMIPSCCMovInsn() const { return false; }
  bool hasVInstructionsAnyF() const { return false; }
  bool hasVInstructionsF64() const { return false; }
  bool hasVInstructionsFullMultiply() const { return false; }
};

#define GET_GLOBALISEL_PREDICATE_BITSET
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATE_BITSET

class RISCVInstructionSelector : public InstructionSelector {
  const RISCVSubtarget &STI;
  const RISCVSubtarget *Subtarget = &STI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const RegisterBankInfo &RBI;

  bool selectImpl(MachineInstr &I, CodeGenCoverage &CoverageInfo) const;

#define SELECTS(NAME)                                                          \
  ComplexRendererFns NAME(MachineOperand &) const { return std::nullopt; }
#define RENDERS(NAME)                                                          \
  void NAME(MachineInstrBuilder &, const MachineInstr &, int) const {}
  static bool hasAllHUsers(const MachineInstr &) { return false; }
  static bool hasAllWUsers(const MachineInstr &) { return false; }
  SELECTS(renderVLOp)
  SELECTS(selectAddrRegImm)
  SELECTS(selectShiftMask)
  SELECTS(selectShiftMask32)
  SELECTS(selectShiftMaskXLen)
  template <unsigned> SELECTS(selectSExtBits)
  template <unsigned> SELECTS(selectZExtBits)
  template <unsigned> SELECTS(selectSHXADDOp)
  template <unsigned> SELECTS(selectSHXADD_UWOp)
  RENDERS(renderAddiPairImmLarge)
  RENDERS(renderAddiPairImmSmall)
  RENDERS(renderFrameIndex)
  RENDERS(renderImm)
  RENDERS(renderImmPlus1)
  RENDERS(renderImmSubFrom32)
  RENDERS(renderImmSubFromXLen)
  RENDERS(renderNegImm)
  RENDERS(renderTrailingZeros)
  RENDERS(renderXLenSubTrailingOnes)

#define GET_GLOBALISEL_PREDICATES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATES_DECL

#define GET_GLOBALISEL_TEMPORARIES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_TEMPORARIES_DECL

public:
  RISCVInstructionSelector(const RISCVSubtarget &STI, const TargetInstrInfo &TII,
                           const TargetRegisterInfo &TRI, const RegisterBankInfo &RBI);
  bool select(MachineInstr &I) override { return selectImpl(I, *CoverageInfo); }
  static const char *getName() { return DEBUG_TYPE; }
};

#define GET_GLOBALISEL_IMPL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_IMPL

RISCVInstructionSelector::RISCVInstructionSelector(const RISCVSubtarget &STI,
                                                   const TargetInstrInfo &TII,
                                                   const TargetRegisterInfo &TRI,
                                                   const RegisterBankInfo &RBI)
    : STI(STI), TII(TII), TRI(TRI), RBI(RBI),
#define GET_GLOBALISEL_PREDICATES_INIT
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATES_INIT
#define GET_GLOBALISEL_TEMPORARIES_INIT
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_TEMPORARIES_INIT
{
}
} // namespace

int main() {
  EXPECT((std::is_base_of<InstructionSelector, RISCVInstructionSelector>::value));
  EXPECT(!std::is_abstract<RISCVInstructionSelector>::value);
}
