// ARGS: --gen-riscv-target-def
include "riscv.inc"
def A : RISCVExtension<"a", 2, 1>, RISCVExtensionBitmask<0, 3>;
def B : RISCVExtension<"b", 2, 1>, RISCVExtensionBitmask<0, 3>;
