// ARGS: --gen-arm-target-def
include "aarch64.inc"
def FeatureSIMD : ExtensionWithMArch<"simd", "SIMD", "">;
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [FeatureSIMD], []>;
def : ProcessorModel<"old", [HasV8_0aOps]>;
