// ARGS: --gen-subtarget --release 22
// Since release 22 there is a warning if a processor lists a feature twice.
include "toy.inc"

def A : SubtargetFeature<"a", "HasA", "true", "A">;
def B : SubtargetFeature<"b", "HasB", "true", "B">;
def : ProcessorModel<"toy2", ToyModel, [A, B, A], [B]>;
