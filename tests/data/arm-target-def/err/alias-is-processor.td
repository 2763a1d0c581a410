// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], []>;
def : ProcessorModel<"old", [HasV8_0aOps]>;
def : ProcessorAlias<"old", "old">;
// LABEL: 4: the processor of that name
