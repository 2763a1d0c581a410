//! The targets whose operands all have rows.

/// A target with its tests.
pub(super) struct McTarget {
    /// Its directories' name.
    pub(super) name: &'static str,
    /// The text before a comment.
    pub(super) comment: &'static str,
    /// Architectures in triples, with the processor if a run names none; an empty name for the default. Other
    /// architectures have another byte order or mode.
    pub(super) architectures: &'static [(&'static str, &'static str)],
}

/// The operating system in triples for which LLVM reads another assembly language: HLASM of SystemZ.
pub(super) const OTHER_LANGUAGE: &str = "zos";

pub(super) const TARGETS: &[McTarget] = &[
    McTarget { name: "AVR", comment: ";", architectures: &[("avr", "")] },
    McTarget { name: "BPF", comment: "#", architectures: &[("bpfel", ""), ("bpf", "")] },
    McTarget { name: "Lanai", comment: "!", architectures: &[("lanai", "")] },
    McTarget {
        name: "LoongArch",
        comment: "#",
        architectures: &[("loongarch32", "generic-la32"), ("loongarch64", "generic-la64")],
    },
    McTarget { name: "MSP430", comment: ";", architectures: &[("msp430", "")] },
    McTarget {
        name: "RISCV",
        comment: "#",
        architectures: &[("riscv32", "generic-rv32"), ("riscv64", "generic-rv64")],
    },
    McTarget {
        name: "Sparc",
        comment: "!",
        architectures: &[("sparc", "v8"), ("sparcv9", "v9"), ("sparc64", "v9")],
    },
    McTarget { name: "SystemZ", comment: "#", architectures: &[("s390x", ""), ("systemz", "")] },
];
