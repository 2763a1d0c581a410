// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], []>;
def FeatureSIMD : Extension<"simd", "SIMD", "">;
def : ProcessorModel<"old", [HasV8_0aOps, FeatureSIMD, FeatureSIMD]>;
