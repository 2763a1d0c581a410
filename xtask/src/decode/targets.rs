//! The targets whose words are decoded, with the features of the decoder and the order of its tables.
//!
//! The order of tables is that of the target's own code, which asks for one after another.

/// A target, and how its decoder is set up.
pub(super) struct Target {
    pub(super) name: &'static str,
    /// Its folder and its description there.
    pub(super) dir: &'static str,
    pub(super) file: &'static str,
    pub(super) triple: &'static str,
    pub(super) is_big_endian: bool,
    /// The processor; empty for that of the triple, which has no features of its own.
    pub(super) processor: &'static str,
    pub(super) features: &'static str,
    pub(super) words: &'static [Words],
}

/// Words of one size.
pub(super) struct Words {
    pub(super) width: u32,
    /// The tables in the order in which they are tried.
    pub(super) tables: &'static [&'static str],
    /// Whether the decoder takes a number for a word of this size.
    pub(super) is_word: fn(u64) -> bool,
}

/// Whether the low bits say that an instruction of RISC-V has 32 bits.
fn is_riscv_32(word: u64) -> bool {
    word & 3 == 3 && word & 0x1c != 0x1c
}

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "Sparc",
        dir: "Sparc",
        file: "Sparc.td",
        triple: "sparcv9",
        is_big_endian: true,
        processor: "v9",
        features: "+vis,+vis2,+vis3",
        words: &[Words {
            width: 32,
            tables: &["DecoderTableSparcV932", "DecoderTableSparc32"],
            is_word: |_| true,
        }],
    },
    Target {
        name: "RISCV",
        dir: "RISCV",
        file: "RISCV.td",
        triple: "riscv64",
        is_big_endian: false,
        processor: "",
        features: "+64bit,+m,+a,+f,+d,+c,+v,+h,+zfh,+zvfh,+zba,+zbb,+zbc,+zbs,+zicbom,+zicboz,+zicsr",
        words: &[
            Words { width: 32, tables: &["DecoderTable32"], is_word: is_riscv_32 },
            Words { width: 16, tables: &["DecoderTable16"], is_word: |word| word & 3 != 3 },
        ],
    },
    Target {
        name: "RISCV32",
        dir: "RISCV",
        file: "RISCV.td",
        triple: "riscv32",
        is_big_endian: false,
        processor: "",
        features: "+32bit,+f,+d,+c",
        words: &[Words {
            width: 16,
            tables: &["DecoderTableRISCV32Only_16", "DecoderTable16"],
            is_word: |word| word & 3 != 3,
        }],
    },
    Target {
        name: "Mips",
        dir: "Mips",
        file: "Mips.td",
        triple: "mips64",
        is_big_endian: true,
        processor: "mips64r2",
        features: "+fp64,+msa",
        words: &[Words {
            width: 32,
            tables: &["DecoderTableMips6432", "DecoderTableMipsFP6432", "DecoderTableMips32"],
            is_word: |_| true,
        }],
    },
    Target {
        name: "Mips32r6",
        dir: "Mips",
        file: "Mips.td",
        triple: "mips",
        is_big_endian: true,
        processor: "mips32r6",
        features: "",
        words: &[Words {
            width: 32,
            tables: &[
                "DecoderTableMips32r6_64r632",
                "DecoderTableMipsFP6432",
                "DecoderTableMips32",
            ],
            is_word: |_| true,
        }],
    },
    Target {
        name: "AArch64",
        dir: "AArch64",
        file: "AArch64.td",
        triple: "aarch64",
        is_big_endian: false,
        processor: "",
        features: "+all",
        words: &[Words {
            width: 32,
            tables: &["DecoderTable32", "DecoderTableFallback32"],
            is_word: |_| true,
        }],
    },
];
