// ARGS: --gen-riscv-target-def
include "riscv.inc"
def I : RISCVExtension<"i", 2, 1>;
multiclass Cores { def _RV : RISCVProcessorModel<"toy", [I]>; }
defm TOY : Cores;
