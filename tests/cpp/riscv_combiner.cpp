// CORPUS: RISCV/RISCVGISel gen-global-isel-combiner:combiners=RISCVPreLegalizerCombiner
// COMPILED ONLY: its options have the names of those in LLVM's library.
// A combiner of RISC-V as it is generated, in a class with the functions that it calls.
#include "combiner.h"

#define GET_GICOMBINER_DEPS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_DEPS

namespace {
struct RISCVSubtarget : TargetSubtargetInfo {};

#define GET_GICOMBINER_TYPES
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_TYPES

class RISCVPreLegalizerCombinerImpl : public Combiner {
  mutable CombinerHelper Helper;
  const RISCVPreLegalizerCombinerImplRuleConfig &RuleConfig;
  const RISCVSubtarget &STI;

public:
  RISCVPreLegalizerCombinerImpl(MachineFunction &MF, CombinerInfo &CInfo,
                                const TargetPassConfig *TPC, GISelKnownBits &KB,
                                GISelCSEInfo *CSEInfo,
                                const RISCVPreLegalizerCombinerImplRuleConfig &RuleConfig,
                                const RISCVSubtarget &STI);
  static const char *getName() { return DEBUG_TYPE; }
  bool tryCombineAll(MachineInstr &I) const override;

private:
#define GET_GICOMBINER_CLASS_MEMBERS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_CLASS_MEMBERS
};

#define GET_GICOMBINER_IMPL
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_IMPL

RISCVPreLegalizerCombinerImpl::RISCVPreLegalizerCombinerImpl(
    MachineFunction &MF, CombinerInfo &CInfo, const TargetPassConfig *TPC, GISelKnownBits &KB,
    GISelCSEInfo *CSEInfo, const RISCVPreLegalizerCombinerImplRuleConfig &RuleConfig,
    const RISCVSubtarget &STI)
    : Combiner(MF, CInfo, TPC, &KB, CSEInfo), Helper(Observer, B, /*IsPreLegalize=*/true, &KB),
      RuleConfig(RuleConfig), STI(STI),
#define GET_GICOMBINER_CONSTRUCTOR_INITS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_CONSTRUCTOR_INITS
{
}
} // namespace

static_assert(std::is_base_of<Combiner, RISCVPreLegalizerCombinerImpl>::value);
static_assert(!std::is_abstract<RISCVPreLegalizerCombinerImpl>::value);
