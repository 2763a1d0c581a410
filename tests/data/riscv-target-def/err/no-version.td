// ARGS: --gen-riscv-target-def
include "riscv.inc"
def A : RISCVExtension<"a", ?, 1>;
