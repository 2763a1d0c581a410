// TOY: ToyGISel gen-register-info gen-instr-info gen-global-isel
// RELEASES: 19 22 23
// The instruction selector of the example target for GlobalISel, in a class with the functions that it calls.
#include "global_isel.h"

#define GET_REGINFO_ENUM
#include "gen-register-info.inc"

#define GET_INSTRINFO_ENUM
#include "gen-instr-info.inc"

namespace {
struct ToySubtarget : TargetSubtargetInfo {
  bool hasMul() const { return true; }
  bool hasShort() const { return false; }
};

#define GET_GLOBALISEL_PREDICATE_BITSET
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATE_BITSET

class ToyInstructionSelector : public InstructionSelector {
  const ToySubtarget &STI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const RegisterBankInfo &RBI;

  bool selectImpl(MachineInstr &I, CodeGenCoverage &CoverageInfo) const;
  ComplexRendererFns selectAddr(MachineOperand &) const { return std::nullopt; }
  void renderOpposite(MachineInstrBuilder &, const MachineInstr &, int) const {}

#define GET_GLOBALISEL_PREDICATES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_PREDICATES_DECL

#define GET_GLOBALISEL_TEMPORARIES_DECL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_TEMPORARIES_DECL

public:
  ToyInstructionSelector(const ToySubtarget &STI, const TargetInstrInfo &TII,
                         const TargetRegisterInfo &TRI, const RegisterBankInfo &RBI);
  bool select(MachineInstr &I) override { return selectImpl(I, *CoverageInfo); }
  static const char *getName() { return DEBUG_TYPE; }
};

#define GET_GLOBALISEL_IMPL
#include "gen-global-isel.inc"
#undef GET_GLOBALISEL_IMPL

ToyInstructionSelector::ToyInstructionSelector(const ToySubtarget &STI, const TargetInstrInfo &TII,
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
  EXPECT((std::is_base_of<InstructionSelector, ToyInstructionSelector>::value));
  EXPECT(!std::is_abstract<ToyInstructionSelector>::value);
}
