// ARGS: --gen-riscv-target-def
include "riscv.inc"

def FeatureFast : SubtargetFeature<"unaligned-scalar-mem">;
def FeatureFastVector : SubtargetFeature<"unaligned-vector-mem">;

def I : RISCVExtension<"i", 2, 1>, RISCVExtensionBitmask<0, 8>;
def M : RISCVExtension<"m", 2, 0>;
def Zicsr : RISCVExtension<"zicsr", 2, 0>;
def F : RISCVExtension<"f", 2, 2, [Zicsr, FeatureFast]>, RISCVExtensionBitmask<0, 5>;
def Zfh : RISCVExtension<"zfh", 1, 0, [F]>;
def Svinval : RISCVExtension<"svinval", 1, 0>;
def Xtoy : RISCVExtension<"xtoy", 1, 0>;
def Zinew : RISCVExperimentalExtension<"zinew", 0, 1>;

def RVT20 : RISCVProfile<"rvt20", [Feature64Bit, I, M]>;
def RVT99 : RISCVProfile<"experimental-rvt99", [Feature64Bit, I, Zinew]> {
  let Experimental = true;
}

// Extensions are ordered as in the ISA manual.
def TOY_RV32
    : RISCVProcessorModel<"toy-rv32", [Xtoy, Svinval, Zfh, Zicsr, F, M, I,
                                       Feature32Bit, FeatureFast]>;
def TOY_RV64
    : RISCVProcessorModel<"toy-rv64", [FeatureFastVector], "rv64i2p1_xtoy">;
def TOY : RISCVTuneProcessorModel<"toy">;
