// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], []>;
def : ProcessorModel<"old", []>;
