// ARGS: --gen-arm-target-def
include "arm.inc"

// Without the class Architecture64, there are these lists only.
def ProcA : SubtargetFeature<"proc-a", "ARMProcFamily", "ProcA", "">;
def ARMv8a : SubtargetFeature<"armv8-a", "ARMArch", "ARMv8a", "">;
def ARMv8r : SubtargetFeature<"armv8-r", "ARMArch", "ARMv8r", "">;
def Alike : SubtargetFeature<"armv8-s", "ARMArch", "ARMv8r", "">;
