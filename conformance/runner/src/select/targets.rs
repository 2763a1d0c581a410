//! The targets whose integer patterns and lowering are described.

/// A target, as both programs name it.
pub(super) struct SelectTarget {
    /// Its directory in LLVM.
    pub(super) name: &'static str,
    pub(super) triple: &'static str,
    pub(super) layout: &'static str,
    /// The description below `examples/semantics`.
    pub(super) description: &'static str,
    pub(super) processor: Option<&'static str>,
    pub(super) features: Option<&'static str>,
    /// Integer sizes in bits, each as often as it is chosen.
    pub(super) sizes: &'static [u32],
    /// The register size in bits.
    pub(super) register_bits: u32,
    /// The register that is always zero, without `$`.
    pub(super) zero: &'static str,
    /// The instruction that returns.
    pub(super) ret: &'static str,
    pub(super) multiplies: bool,
}

pub(super) const TARGETS: &[SelectTarget] = &[
    SelectTarget {
        name: "RISCV",
        triple: "riscv64",
        layout: "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128",
        description: "RISCVRun.td",
        processor: Some("generic-rv64"),
        features: Some("+m"),
        sizes: &[64, 64, 64, 32],
        register_bits: 64,
        zero: "x0",
        ret: "PseudoRET",
        multiplies: true,
    },
    SelectTarget {
        name: "Sparc",
        triple: "sparc",
        layout: "E-m:e-p:32:32-i64:64-i128:128-f128:64-n32-S64",
        description: "SparcLowering.td",
        processor: None,
        features: None,
        sizes: &[32],
        register_bits: 32,
        zero: "g0",
        ret: "RETL",
        multiplies: false,
    },
];
