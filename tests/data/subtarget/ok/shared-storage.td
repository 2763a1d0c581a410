// Features and processors lie before their names, an octal escape sequence and a digit are divided.
// ARGS: --gen-subtarget --release 23
include "toy.inc"

class InlineBehavior;
def InlineIgnore : InlineBehavior;
def FeatureFast : SubtargetFeature<"64fast", "IsFast", "true", "Fast"> { InlineBehavior InlineBehavior = InlineIgnore; }
def FeatureWide : SubtargetFeature<"wide", "IsWide", "true", "64 bits", [FeatureFast]>;
