// ARGS: --gen-subtarget --release 22
// Since release 22 the error is at the feature that is defined later, with a note at the earlier one.
include "toy.inc"

def A : SubtargetFeature<"a", "HasA", "true", "A">;
def B : SubtargetFeature<"a", "HasB", "true", "B">;
