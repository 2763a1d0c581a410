// ARGS: --gen-riscv-target-def
include "riscv.inc"
def P : RISCVProfile<"p", [Feature32Bit, Feature64Bit]>;
