// CORPUS: AArch64 gen-global-isel-combiner:combiners=AArch64PreLegalizerCombiner
// COMPILED ONLY: its options have the names of those in LLVM's library.
// A combiner of AArch64 as it is generated, in a class with the functions that it calls.
#include "combiner.h"

#define GET_GICOMBINER_DEPS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_DEPS

namespace {
struct AArch64Subtarget : TargetSubtargetInfo {
  bool hasDotProd() const { return true; }
};

MATCHES(matchFConstantToConstant)
APPLIES(applyFConstantToConstant)
MATCHES(matchICmpRedundantTrunc)
APPLIES(applyICmpRedundantTrunc)
MATCHES(matchFoldGlobalOffset)
APPLIES(applyFoldGlobalOffset)
MATCHES(matchExtAddvToUdotAddv)
APPLIES(applyExtAddvToUdotAddv)
MATCHES(matchExtUaddvToUaddlv)
APPLIES(applyExtUaddvToUaddlv)
MATCHES(matchPushAddSubExt)
APPLIES(applyPushAddSubExt)

#define GET_GICOMBINER_TYPES
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_TYPES

class AArch64PreLegalizerCombinerImpl : public Combiner {
  mutable CombinerHelper Helper;
  const AArch64PreLegalizerCombinerImplRuleConfig &RuleConfig;
  const AArch64Subtarget &STI;

public:
  AArch64PreLegalizerCombinerImpl(MachineFunction &MF, CombinerInfo &CInfo,
                                  const TargetPassConfig *TPC, GISelKnownBits &KB,
                                  GISelCSEInfo *CSEInfo,
                                  const AArch64PreLegalizerCombinerImplRuleConfig &RuleConfig,
                                  const AArch64Subtarget &STI);
  static const char *getName() { return DEBUG_TYPE; }
  bool tryCombineAll(MachineInstr &I) const override { return tryCombineAllImpl(I); }
  bool tryCombineAllImpl(MachineInstr &I) const;

private:
#define GET_GICOMBINER_CLASS_MEMBERS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_CLASS_MEMBERS
};

#define GET_GICOMBINER_IMPL
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_IMPL

AArch64PreLegalizerCombinerImpl::AArch64PreLegalizerCombinerImpl(
    MachineFunction &MF, CombinerInfo &CInfo, const TargetPassConfig *TPC, GISelKnownBits &KB,
    GISelCSEInfo *CSEInfo, const AArch64PreLegalizerCombinerImplRuleConfig &RuleConfig,
    const AArch64Subtarget &STI)
    : Combiner(MF, CInfo, TPC, &KB, CSEInfo), Helper(Observer, B, /*IsPreLegalize=*/true, &KB),
      RuleConfig(RuleConfig), STI(STI),
#define GET_GICOMBINER_CONSTRUCTOR_INITS
#include "gen-global-isel-combiner.inc"
#undef GET_GICOMBINER_CONSTRUCTOR_INITS
{
}
} // namespace

static_assert(std::is_base_of<Combiner, AArch64PreLegalizerCombinerImpl>::value);
static_assert(!std::is_abstract<AArch64PreLegalizerCombinerImpl>::value);
