// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], []>;
def HasV8_1aOps : Architecture64<8, 1, "a", "v8.1a", [], []>;
def : ProcessorModel<"old", [HasV8_0aOps, HasV8_1aOps]>;
// LABEL: 3: the one architecture
// LABEL: 4: the other
