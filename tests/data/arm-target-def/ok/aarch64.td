// ARGS: --gen-arm-target-def
include "aarch64.inc"

def ProcA : SubtargetFeature<"proc-a", "ARMProcFamily", "ProcA", "">;
def ProcB : SubtargetFeature<"proc-b", "ARMProcFamily", "ProcB", "">;

def FeatureSIMD : ExtensionWithMArch<"simd", "SIMD", "Vectors">;
def FeatureAES : ExtensionWithMArch<"aes", "AES", "Encryption", [FeatureSIMD]>;
def FeatureTune : SubtargetFeature<"tune", "Tune", "true", "No extension">;
def FeatureHidden
    : Extension<"hidden", "HIDDEN", "Not for -march", [FeatureTune, FeatureAES],
                "FEAT_H1, FEAT_H2", "", "secret">;

def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [FeatureSIMD], [FeatureSIMD]>;
def HasV8_1aOps
    : Architecture64<8, 1, "a", "v8.1a", [HasV8_0aOps, FeatureAES],
                     [FeatureSIMD, FeatureAES]>;
def HasV8_0rOps : Architecture64<8, 0, "r", "v8r", [], []>;

def : FMVExtension<"simd", "FEAT_SIMD", "+simd", 100>;
def : FMVExtension<"aes", "FEAT_PMULL", "+aes,+simd", 150>;

def : ProcessorModel<"generic", [FeatureSIMD, FeatureTune]>;
def : ProcessorModel<"toy-a1", [HasV8_1aOps, ProcA, FeatureSIMD, FeatureAES]>;
def : ProcessorModel<"toy-r1", [HasV8_0rOps, ProcB]>;
def : ProcessorAlias<"toy-a2", "toy-a1">;
