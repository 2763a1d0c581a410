// ARGS: --gen-subtarget --release 24
// Processors have a table of other names in their storage, and positions in rows come before counts.
include "toy.inc"

class InlineBehavior;
def InlineIgnore : InlineBehavior;
def FeatureFast : SubtargetFeature<"64fast", "IsFast", "true", "Fast"> { InlineBehavior InlineBehavior = InlineIgnore; }
def FeatureWide : SubtargetFeature<"wide", "IsWide", "true", "64 bits", [FeatureFast]>;
class IntrinsicProperty<bit is_default = false> { bit IsDefault = is_default; }
class ProcessorAlias<string name, string alias> { string Name = name; string Alias = alias; }
def : ProcessorAlias<"other", "toy1">;
