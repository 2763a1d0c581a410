//! Exceptions: name lists of register instructions that the reference pairs differently than their fields suggest.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::flags::FoldTableFlags;
use crate::support::x86_instructions::{NameFamily, all_names};

const fn family(
    stems: &'static [&'static str],
    middles: &'static [&'static str],
    endings: &'static [&'static str],
) -> NameFamily {
    NameFamily { stems, middles, endings }
}

/// All vector lengths.
const LENGTHS: &[&str] = &["Z128", "Z256", "Z"];
const INTEGERS: &[&str] = &["16", "32", "64"];
const SUFFIXES: &[&str] = &["L", "Q", "W"];
const WHOLE: &[&str] = &[""];

/// The instructions with a register that none with memory is paired with.
const NOT_FOLDED: &[NameFamily] = &[
    // With a memory operand, the bit index may be outside of the operand.
    family(&["BT", "BTC", "BTR", "BTS"], INTEGERS, &["rr"]),
    // Memory is accessed in another size, at another address, or only for elements that the mask selects.
    family(
        &["VCOMPRESSPD", "VCOMPRESSPS", "VPCOMPRESSB", "VPCOMPRESSD", "VPCOMPRESSQ", "VPCOMPRESSW"],
        LENGTHS,
        &["rr", "rrk"],
    ),
    family(&["VCVTPS2PH"], LENGTHS, &["rrk"]),
    family(
        &["VPMOV", "VPMOVS", "VPMOVUS"],
        &["DB", "DW", "QB", "QD", "QW", "WB"],
        &["Z128rrk", "Z256rrk", "Zrrk"],
    ),
    family(&["VEXTRACTF", "VEXTRACTI"], &["32x4", "64x2"], &["Z256rrk", "Zrrk"]),
    family(&["VEXTRACTF", "VEXTRACTI"], &["32x8", "64x4"], &["Zrrk"]),
    // LLVM 20 renamed them.
    family(&["VEXTRACTF", "VEXTRACTI"], &["32X4", "64X2"], &["Z256rrik", "Zrrik"]),
    family(&["VEXTRACTF", "VEXTRACTI"], &["32X8", "64X4"], &["Zrrik"]),
    family(
        &[
            "VMOVAPD",
            "VMOVAPS",
            "VMOVDQA32",
            "VMOVDQA64",
            "VMOVDQU16",
            "VMOVDQU32",
            "VMOVDQU64",
            "VMOVDQU8",
            "VMOVUPD",
            "VMOVUPS",
        ],
        LENGTHS,
        &["mrk"],
    ),
    family(&["VBLENDM"], &["PD", "PS"], &["Z128rrkz", "Z256rrkz", "Zrrkz"]),
    family(&["VPBLENDM"], &["B", "D", "Q", "W"], &["Z128rrkz", "Z256rrkz", "Zrrkz"]),
    // With memory, nothing is read if the condition is false.
    family(&["CFCMOV"], INTEGERS, &["rr_REV", "rr_ND"]),
    family(&["LAR", "LSL", "CMPXCHG"], INTEGERS, &["rr"]),
    family(&["POP", "PUSH"], INTEGERS, &["rmr"]),
    family(&["VMREAD", "VMWRITE"], &["32", "64"], &["rr"]),
    family(&["NOOP", "UD1"], SUFFIXES, &["r"]),
    family(
        &["ARPL16rr", "CMPXCHG8rr", "LLDT16r", "LMSW16r", "LTRr", "VERRr", "VERWr"],
        WHOLE,
        WHOLE,
    ),
    family(&["MOVSX16rr16", "MOVZX16rr16"], WHOLE, WHOLE),
    // Another instruction with a register is paired with their memory.
    family(&["MMX_MOVQ64rr"], &["", "_REV"], WHOLE),
    // The number selects the register element that is read; memory has only a single element.
    family(&["INSERTPSrr", "VINSERTPSrr", "VINSERTPSZrr"], &["", "i"], WHOLE),
];

/// The instructions whose elements depend on other elements of their operands, without the length of vectors.
const MOVES_ELEMENTS: &[NameFamily] = &[
    family(&["VALIGN"], &["D", "Q"], WHOLE),
    family(&["VBROADCAST"], &["F32X2", "I32X2", "SD", "SS"], WHOLE),
    family(&["VEXPAND"], &["PD", "PS"], WHOLE),
    family(&["VGF2P8AFFINE"], &["INVQB", "QB"], WHOLE),
    family(&["VINSERT"], &["F32X4", "F32X8", "F64X2", "F64X4"], WHOLE),
    family(&["VINSERT"], &["I32X4", "I32X8", "I64X2", "I64X4"], WHOLE),
    family(&["VMOV"], &["DDUP", "SHDUP", "SLDUP"], WHOLE),
    family(&["VDBPSADBW", "VMPSADBW", "VPALIGNR", "VPMULTISHIFTQB"], WHOLE, WHOLE),
    family(&["VPACK"], &["SSDW", "SSWB", "USDW", "USWB"], WHOLE),
    family(&["VPBROADCAST", "VPEXPAND"], &["B", "D", "Q", "W"], WHOLE),
    family(&["VPCONFLICT"], &["D", "Q"], WHOLE),
    family(&["VPERM"], &["B", "D", "PD", "PS", "Q", "W"], WHOLE),
    family(&["VPERMI2", "VPERMT2"], &["B", "D", "PD", "PS", "Q", "W"], WHOLE),
    family(&["VPSHUF"], &["D", "HW", "LW"], WHOLE),
    family(&["VPUNPCK"], &["H", "L"], &["BW", "DQ", "QDQ", "WD"]),
    family(&["VSHUF"], &["F32X4", "F64X2", "I32X4", "I64X2", "PD", "PS"], WHOLE),
    family(&["VUNPCK"], &["HPD", "HPS", "LPD", "LPS"], WHOLE),
];

/// The same for instructions that select elements by an immediate.
const MOVES_ELEMENTS_BY_NUMBER: &[&str] = &["VPERMILPD", "VPERMILPS"];

/// Whether an instruction's result elements depend on operand elements in other positions.
pub(super) fn moves_elements(name: &str) -> bool {
    static STEMS: LazyLock<FxHashSet<String>> = LazyLock::new(|| all_names(MOVES_ELEMENTS));
    let Some((stem, form)) = name.rsplit_once('Z') else { return false };
    let form = form.trim_start_matches(|c: char| c.is_ascii_digit());
    STEMS.contains(stem) || (MOVES_ELEMENTS_BY_NUMBER.contains(&stem) && form.starts_with("ri"))
}

/// Returns the names of the instructions with a register that are left out.
pub(super) fn not_folded() -> FxHashSet<String> {
    all_names(NOT_FOLDED)
}

/// A register instruction, the memory instruction, and the pair's flags.
pub(super) type AddedPair = (&'static str, &'static str, FoldTableFlags);

const NONE: FoldTableFlags = FoldTableFlags::NONE;
const LOAD: FoldTableFlags = FoldTableFlags { is_load: true, ..NONE };
const STORE: FoldTableFlags = FoldTableFlags { is_store: true, ..NONE };
const NO_REVERSE: FoldTableFlags = FoldTableFlags { no_reverse: true, ..NONE };
const STORE_NO_REVERSE: FoldTableFlags = FoldTableFlags { no_reverse: true, ..STORE };
const LOAD_NO_FORWARD: FoldTableFlags = FoldTableFlags { no_forward: true, ..LOAD };

/// Pairs with different encodings, in the order in which they are added.
pub(super) const ADDED: &[AddedPair] = &[
    // An addition in place of an `or` with disjoint bits.
    ("ADD16ri_DB", "ADD16mi", NO_REVERSE),
    ("ADD16rr_DB", "ADD16mr", NO_REVERSE),
    ("ADD32ri_DB", "ADD32mi", NO_REVERSE),
    ("ADD32rr_DB", "ADD32mr", NO_REVERSE),
    ("ADD64ri32_DB", "ADD64mi32", NO_REVERSE),
    ("ADD64rr_DB", "ADD64mr", NO_REVERSE),
    ("ADD8ri_DB", "ADD8mi", NO_REVERSE),
    ("ADD8rr_DB", "ADD8mr", NO_REVERSE),
    ("ADD16rr_DB", "ADD16rm", NO_REVERSE),
    ("ADD32rr_DB", "ADD32rm", NO_REVERSE),
    ("ADD64rr_DB", "ADD64rm", NO_REVERSE),
    ("ADD8rr_DB", "ADD8rm", NO_REVERSE),
    // Moves between register files: stores of the source.
    ("MMX_MOVD64from64rr", "MMX_MOVQ64mr", STORE),
    ("MMX_MOVD64grr", "MMX_MOVD64mr", STORE),
    ("MOV64toSDrr", "MOV64mr", STORE_NO_REVERSE),
    ("MOVDI2SSrr", "MOV32mr", STORE_NO_REVERSE),
    ("MOVPQIto64rr", "MOVPQI2QImr", STORE_NO_REVERSE),
    ("MOVSDto64rr", "MOVSDmr", STORE_NO_REVERSE),
    ("MOVSS2DIrr", "MOVSSmr", STORE),
    ("MOVLHPSrr", "MOVHPSrm", NO_REVERSE),
    ("PUSH16r", "PUSH16rmm", LOAD),
    ("PUSH32r", "PUSH32rmm", LOAD),
    ("PUSH64r", "PUSH64rmm", LOAD),
    ("TAILJMPr", "TAILJMPm", LOAD),
    ("TAILJMPr64", "TAILJMPm64", LOAD),
    ("TAILJMPr64_REX", "TAILJMPm64_REX", LOAD),
    ("TCRETURNri", "TCRETURNmi", LOAD_NO_FORWARD),
    ("TCRETURNri64", "TCRETURNmi64", LOAD_NO_FORWARD),
    ("VMOVLHPSZrr", "VMOVHPSZ128rm", NO_REVERSE),
    ("VMOVLHPSrr", "VMOVHPSrm", NO_REVERSE),
    ("VMOV64toSDZrr", "MOV64mr", STORE_NO_REVERSE),
    ("VMOV64toSDrr", "MOV64mr", STORE_NO_REVERSE),
    ("VMOVDI2SSZrr", "MOV32mr", STORE_NO_REVERSE),
    ("VMOVDI2SSrr", "MOV32mr", STORE_NO_REVERSE),
    ("VMOVPQIto64Zrr", "VMOVPQI2QIZmr", STORE_NO_REVERSE),
    ("VMOVPQIto64rr", "VMOVPQI2QImr", STORE_NO_REVERSE),
    ("VMOVSDto64Zrr", "VMOVSDZmr", STORE_NO_REVERSE),
    ("VMOVSDto64rr", "VMOVSDmr", STORE_NO_REVERSE),
    ("VMOVSS2DIZrr", "VMOVSSZmr", STORE),
    ("VMOVSS2DIrr", "VMOVSSmr", STORE),
    // The same moves: loads of the result.
    ("MMX_MOVD64to64rr", "MMX_MOVQ64rm", NONE),
    ("MOV64toPQIrr", "MOVQI2PQIrm", NO_REVERSE),
    ("MOV64toSDrr", "MOVSDrm_alt", NO_REVERSE),
    ("MOVDI2SSrr", "MOVSSrm_alt", NONE),
    ("VMOV64toPQIZrr", "VMOVQI2PQIZrm", NO_REVERSE),
    ("VMOV64toPQIrr", "VMOVQI2PQIrm", NO_REVERSE),
    ("VMOV64toSDZrr", "VMOVSDZrm_alt", NO_REVERSE),
    ("VMOV64toSDrr", "VMOVSDrm_alt", NO_REVERSE),
    ("VMOVDI2SSZrr", "VMOVSSZrm_alt", NONE),
    ("VMOVDI2SSrr", "VMOVSSrm_alt", NONE),
    ("MOVSDrr", "MOVLPDrm", NO_REVERSE),
    ("VMOVSDZrr", "VMOVLPDZ128rm", NO_REVERSE),
    ("VMOVSDrr", "VMOVLPDrm", NO_REVERSE),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_all_their_names() {
        let names = not_folded();
        for name in
            ["BT16rr", "CMPXCHG8rr", "VPMOVUSQDZ256rrk", "VEXTRACTI64x4Zrrk", "MMX_MOVQ64rr"]
        {
            assert!(names.contains(name), "{name}");
        }
        assert!(!names.contains("VEXTRACTI64x4Z256rrk") && !names.contains("CMPXCHG8"));
    }

    #[test]
    fn nothing_is_both_left_out_and_added() {
        let names = not_folded();
        assert!(ADDED.iter().all(|(register, ..)| !names.contains(*register)));
    }
}
