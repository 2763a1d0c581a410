// ARGS: --gen-subtarget --release 22
// Since release 22 the error is at the feature that is defined first of the two with that name.
include "toy.inc"

def A : SubtargetFeature<"a", "HasA", "true", "A">;
def B : SubtargetFeature<"a", "HasB", "true", "B">;
