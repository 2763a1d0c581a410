// CORPUS: AArch64 gen-register-info gen-instr-info gen-subtarget gen-global-isel
// AArch64's instruction selector for GlobalISel, in a class with the functions that it calls.
#include "global_isel.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

namespace AArch64_AM {
static bool isLogicalImmediate(uint64_t, unsigned) { return false; }
template <typename Immediate> int getFP16Imm(const Immediate &) { return -1; }
template <typename Immediate> int getFP32Imm(const Immediate &) { return -1; }
template <typename Immediate> int getFP64Imm(const Immediate &) { return -1; }
static bool isAdvSIMDModImmType4(uint64_t) { return false; }
static bool isAdvSIMDModImmType10(uint64_t) { return false; }
} // namespace AArch64_AM

namespace AArch64SVCR {
static const void *lookupSVCRByEncoding(uint8_t) { return nullptr; }
} // namespace AArch64SVCR

namespace {
// What conditions of patterns ask: each feature has a function of its own; others ask for more.
struct AArch64Subtarget : TargetSubtargetInfo {
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool ATTRIBUTE = DEFAULT;                                                    \
  bool GETTER() const { return ATTRIBUTE; }
#include "gen-subtarget.inc"
  bool isLittleEndian() const { return true; }
  bool isStreaming() const { return false; }
  bool isSVEAvailable() const { return false; }
  bool isNeonAvailable() const { return true; }
};

struct AArch64FunctionInfo : MachineFunctionInfo {
  bool branchTargetEnforcement() const { return false; }
  bool branchProtectionPAuthLR() const { return false; }
};

#define GET_GLOBALISEL_PREDICATE_BITSET
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATE_BITSET

class AArch64InstructionSelector : public InstructionSelector {
  const AArch64Subtarget &STI;
  const AArch64Subtarget *Subtarget = &STI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const RegisterBankInfo &RBI;

  bool selectImpl(MachineInstr &I, CodeGenCoverage &CoverageInfo) const;
  bool isLoadStoreOfNumBytes(const MachineInstr &, unsigned) const { return false; }

#define SELECTS(NAME)                                                          \
  ComplexRendererFns NAME(MachineOperand &) const { return std::nullopt; }
#define RENDERS(NAME)                                                          \
  void NAME(MachineInstrBuilder &, const MachineInstr &, int) const {}
  template <int> SELECTS(selectAddrModeIndexed)
  template <int> SELECTS(selectAddrModeWRO)
  template <int> SELECTS(selectAddrModeXRO)
  SELECTS(selectAddrModeUnscaled8)
  SELECTS(selectAddrModeUnscaled16)
  SELECTS(selectAddrModeUnscaled32)
  SELECTS(selectAddrModeUnscaled64)
  SELECTS(selectAddrModeUnscaled128)
  SELECTS(selectArithExtendedRegister)
  SELECTS(selectArithImmed)
  SELECTS(selectArithShiftedRegister)
  SELECTS(selectExtractHigh)
  SELECTS(selectLogicalShiftedRegister)
  SELECTS(selectNegArithImmed)
  RENDERS(renderFPImm16)
  RENDERS(renderFPImm32)
  RENDERS(renderFPImm32SIMDModImmType4)
  RENDERS(renderFPImm64)
  RENDERS(renderLogicalImm32)
  RENDERS(renderLogicalImm64)
  RENDERS(renderTruncImm)
  RENDERS(renderUbsanTrap)

#define GET_GLOBALISEL_PREDICATES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATES_DECL

#define GET_GLOBALISEL_TEMPORARIES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_TEMPORARIES_DECL

public:
  AArch64InstructionSelector(const AArch64Subtarget &STI, const TargetInstrInfo &TII,
                             const TargetRegisterInfo &TRI, const RegisterBankInfo &RBI);
  bool select(MachineInstr &I) override { return selectImpl(I, *CoverageInfo); }
  static const char *getName() { return DEBUG_TYPE; }
};

#define GET_GLOBALISEL_IMPL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_IMPL

AArch64InstructionSelector::AArch64InstructionSelector(const AArch64Subtarget &STI,
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
  EXPECT((std::is_base_of<InstructionSelector, AArch64InstructionSelector>::value));
  EXPECT(!std::is_abstract<AArch64InstructionSelector>::value);
}
