//! The targets whose words are decoded, with the decoder's features and table order.
//!
//! The table order comes from the target's own code, which tries the tables one after another.

/// A target, and its decoder's setup.
pub(super) struct DecodeTarget {
    pub(super) name: &'static str,
    /// Its folder, and its description in that folder.
    pub(super) dir: &'static str,
    pub(super) file: &'static str,
    pub(super) triple: &'static str,
    pub(super) is_big_endian: bool,
    /// The processor; empty for the triple's default, which has no additional features.
    pub(super) processor: &'static str,
    pub(super) features: &'static str,
    pub(super) words: &'static [DecodeWords],
}

/// Words with the same size.
pub(super) struct DecodeWords {
    pub(super) width: u32,
    /// The tables in trial order.
    pub(super) tables: &'static [&'static str],
    /// Returns whether the decoder accepts a number as a word with this size.
    pub(super) is_word: fn(u64) -> bool,
}

/// Returns whether the low bits mark a 32-bit RISC-V instruction.
fn is_riscv_32(word: u64) -> bool {
    word & 3 == 3 && word & 0x1c != 0x1c
}

pub(super) const TARGETS: &[DecodeTarget] = &[
    DecodeTarget {
        name: "Sparc",
        dir: "Sparc",
        file: "Sparc.td",
        triple: "sparcv9",
        is_big_endian: true,
        processor: "v9",
        features: "+vis,+vis2,+vis3",
        words: &[DecodeWords {
            width: 32,
            tables: &["DecoderTableSparcV932", "DecoderTableSparc32"],
            is_word: |_| true,
        }],
    },
    DecodeTarget {
        name: "RISCV",
        dir: "RISCV",
        file: "RISCV.td",
        triple: "riscv64",
        is_big_endian: false,
        processor: "",
        features: "+64bit,+m,+a,+f,+d,+c,+v,+h,+zfh,+zvfh,+zba,+zbb,+zbc,+zbs,+zicbom,+zicboz,+zicsr",
        words: &[
            DecodeWords { width: 32, tables: &["DecoderTable32"], is_word: is_riscv_32 },
            DecodeWords { width: 16, tables: &["DecoderTable16"], is_word: |word| word & 3 != 3 },
        ],
    },
    DecodeTarget {
        name: "RISCV32",
        dir: "RISCV",
        file: "RISCV.td",
        triple: "riscv32",
        is_big_endian: false,
        processor: "",
        features: "+32bit,+f,+d,+c",
        words: &[DecodeWords {
            width: 16,
            tables: &["DecoderTableRISCV32Only_16", "DecoderTable16"],
            is_word: |word| word & 3 != 3,
        }],
    },
    DecodeTarget {
        name: "Mips",
        dir: "Mips",
        file: "Mips.td",
        triple: "mips64",
        is_big_endian: true,
        processor: "mips64r2",
        features: "+fp64,+msa",
        words: &[DecodeWords {
            width: 32,
            tables: &["DecoderTableMips6432", "DecoderTableMipsFP6432", "DecoderTableMips32"],
            is_word: |_| true,
        }],
    },
    DecodeTarget {
        name: "Mips32r6",
        dir: "Mips",
        file: "Mips.td",
        triple: "mips",
        is_big_endian: true,
        processor: "mips32r6",
        features: "",
        words: &[DecodeWords {
            width: 32,
            tables: &[
                "DecoderTableMips32r6_64r632",
                "DecoderTableMipsFP6432",
                "DecoderTableMips32",
            ],
            is_word: |_| true,
        }],
    },
    DecodeTarget {
        name: "AArch64",
        dir: "AArch64",
        file: "AArch64.td",
        triple: "aarch64",
        is_big_endian: false,
        processor: "",
        features: "+all",
        words: &[DecodeWords {
            width: 32,
            tables: &["DecoderTable32", "DecoderTableFallback32"],
            is_word: |_| true,
        }],
    },
];
