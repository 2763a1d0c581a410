// ARGS: --gen-subtarget
include "target.inc"

def AArch64 : Target;
def NOP : Instruction { let Namespace = "AArch64"; }

def FeatureB : SubtargetFeature<"b", "HasB", "true", "Has b">;
def FeatureA : SubtargetFeature<"a", "HasA", "true", "Has a", [FeatureB]>;
def FeatureNoA : SubtargetFeature<"no-a", "HasA", "false", "Has no a">;
def FeatureSlow : SubtargetFeature<"slow", "Modes[Slow]", "true", "Is slow">;
def FeatureV2 : SubtargetFeature<"v2", "Version", "V2", "Is of version 2", [FeatureA, FeatureB]>;
def FeatureImplied : SubtargetFeature<"", "IsImplied", "true", "Has no name">;
def Tune10 : SubtargetFeature<"t10", "T10", "true", "Tuning">;
def Tune9 : SubtargetFeature<"t9", "T9", "true", "Tuning">;

def : Processor<"generic", NoItineraries, []>;
def : Processor<"big", NoItineraries, [FeatureV2, FeatureSlow], [Tune9, Tune10]>;
