//! The instructions that are not paired by their fields or names, as the reference lists them.
//!
//! Most pairs in which fields differ have the bit W with EVEX and not with VEX.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::support::x86_instructions::{NameFamily, all_names};

/// The new instruction for an old one, by name.
pub(super) type NameMap = FxHashMap<String, String>;

/// Old and new instructions whose names have the same endings.
struct RenamedEntry {
    old: &'static str,
    new: &'static str,
    endings: &'static [&'static str],
}

const fn renamed(
    old: &'static str,
    new: &'static str,
    endings: &'static [&'static str],
) -> RenamedEntry {
    RenamedEntry { old, new, endings }
}

const fn same(name: &'static str, endings: &'static [&'static str]) -> RenamedEntry {
    renamed(name, name, endings)
}

const RM_RR: &[&str] = &["rm", "rr"];
const RMI_RRI: &[&str] = &["rmi", "rri"];
const MR_RM_RR: &[&str] = &["mr", "rm", "rr"];
const RI_RM_RR: &[&str] = &["ri", "rm", "rr"];
const SCALAR: &[&str] = &["rm", "rm_Int", "rr", "rr_Int"];
const WHOLE: &[&str] = &[""];

/// Vectors of 128 and 256 bits: `Z128` and `Z256` after the old name, nothing and `Y` after the new.
const PACKED: &[RenamedEntry] = &[
    same("VADDPD", RM_RR),
    same("VANDNPD", RM_RR),
    same("VANDPD", RM_RR),
    same("VCVTPD2DQ", RM_RR),
    same("VCVTPD2PS", RM_RR),
    same("VCVTTPD2DQ", RM_RR),
    same("VDIVPD", RM_RR),
    same("VMAXCPD", RM_RR),
    same("VMAXPD", RM_RR),
    same("VMINCPD", RM_RR),
    same("VMINPD", RM_RR),
    same("VMOVAPD", MR_RM_RR),
    same("VMOVDDUP", RM_RR),
    renamed("VMOVDQA64", "VMOVDQA", MR_RM_RR),
    renamed("VMOVDQU8", "VMOVDQU", MR_RM_RR),
    renamed("VMOVDQU16", "VMOVDQU", MR_RM_RR),
    renamed("VMOVDQU64", "VMOVDQU", MR_RM_RR),
    same("VMOVNTPD", &["mr"]),
    same("VMOVUPD", MR_RM_RR),
    same("VMULPD", RM_RR),
    same("VORPD", RM_RR),
    same("VPADDQ", RM_RR),
    renamed("VPANDNQ", "VPANDN", RM_RR),
    renamed("VPANDQ", "VPAND", RM_RR),
    same("VPBROADCASTQ", RM_RR),
    same("VPERMILPD", &["mi", "ri", "rm", "rr"]),
    same("VPMULDQ", RM_RR),
    same("VPMULUDQ", RM_RR),
    renamed("VPORQ", "VPOR", RM_RR),
    same("VPSLLQ", RI_RM_RR),
    same("VPSRLQ", RI_RM_RR),
    same("VPSUBQ", RM_RR),
    same("VPUNPCKHQDQ", RM_RR),
    same("VPUNPCKLQDQ", RM_RR),
    renamed("VPXORQ", "VPXOR", RM_RR),
    same("VSHUFPD", RMI_RRI),
    same("VMPSADBW", RMI_RRI),
    same("VSQRTPD", &["m", "r"]),
    same("VSUBPD", RM_RR),
    same("VUNPCKHPD", RM_RR),
    same("VUNPCKLPD", RM_RR),
    same("VXORPD", RM_RR),
];

/// Others, by their whole names.
const EVEX: &[RenamedEntry] = &[
    renamed("VADDSDZ", "VADDSD", SCALAR),
    renamed("VALIGNDZ128", "VPALIGNR", RMI_RRI),
    renamed("VALIGNQZ128", "VPALIGNR", RMI_RRI),
    renamed("VBROADCASTF64X2Z128", "VBROADCASTF128", &["rm"]),
    renamed("VBROADCASTI64X2Z128", "VBROADCASTI128", &["rm"]),
    renamed("VBROADCASTSDZ256", "VBROADCASTSDY", RM_RR),
    renamed("VCOMISDZ", "VCOMISD", SCALAR),
    renamed("VCVTSD2SSZ", "VCVTSD2SS", SCALAR),
    renamed("VDIVSDZ", "VDIVSD", SCALAR),
    renamed("VEXTRACTF64x2Z256", "VEXTRACTF128", &["mr", "rr"]),
    // LLVM 20 renamed them.
    renamed("VEXTRACTF64X2Z256", "VEXTRACTF128", &["mri", "rri"]),
    renamed("VEXTRACTI64X2Z256", "VEXTRACTI128", &["mri", "rri"]),
    renamed("VINSERTF64X2Z256", "VINSERTF128", RMI_RRI),
    renamed("VINSERTI64X2Z256", "VINSERTI128", RMI_RRI),
    renamed("VRNDSCALESDZrmi", "VROUNDSDmi", &["", "_Int"]),
    renamed("VRNDSCALESDZrri", "VROUNDSDri", &["", "_Int"]),
    // The upper part of the destination becomes zero. This is meaningless for memory.
    renamed("SETZUCCm", "SETCCm", WHOLE),
    renamed("VEXTRACTI64x2Z256", "VEXTRACTI128", &["mr", "rr"]),
    renamed("VINSERTF64x2Z256", "VINSERTF128", RM_RR),
    renamed("VINSERTI64x2Z256", "VINSERTI128", RM_RR),
    renamed("VMAXCSDZ", "VMAXCSD", RM_RR),
    renamed("VMAXSDZ", "VMAXSD", SCALAR),
    renamed("VMAXSSZ", "VMAXSS", RM_RR),
    renamed("VMINCSDZ", "VMINCSD", RM_RR),
    renamed("VMINSDZ", "VMINSD", SCALAR),
    renamed("VMINSSZ", "VMINSS", RM_RR),
    renamed("VMOVHPDZ128", "VMOVHPD", &["mr", "rm"]),
    renamed("VMOVLPDZ128", "VMOVLPD", &["mr", "rm"]),
    renamed("VMOVPQI2QIZ", "VMOVPQI2QI", &["mr", "rr"]),
    renamed("VMOVQI2PQIZ", "VMOVQI2PQI", &["rm"]),
    renamed("VMOVSDZ", "VMOVSD", &["mr", "rm", "rm_alt", "rr"]),
    renamed("VMOVZPQILo2PQIZ", "VMOVZPQILo2PQI", &["rr"]),
    renamed("VMULSDZ", "VMULSD", SCALAR),
    renamed("VRNDSCALEPDZ128r", "VROUNDPD", &["mi", "ri"]),
    renamed("VRNDSCALEPDZ256r", "VROUNDPDY", &["mi", "ri"]),
    renamed("VRNDSCALESDZm", "VROUNDSDmi", &["", "_Int"]),
    renamed("VRNDSCALESDZr", "VROUNDSDri", &["", "_Int"]),
    renamed("VSHUFF32X4Z256rmi", "VPERM2F128rm", WHOLE),
    renamed("VSHUFF32X4Z256rri", "VPERM2F128rr", WHOLE),
    renamed("VSHUFF64X2Z256rmi", "VPERM2F128rm", WHOLE),
    renamed("VSHUFF64X2Z256rri", "VPERM2F128rr", WHOLE),
    renamed("VSHUFI32X4Z256rmi", "VPERM2I128rm", WHOLE),
    renamed("VSHUFI32X4Z256rri", "VPERM2I128rr", WHOLE),
    renamed("VSHUFI64X2Z256rmi", "VPERM2I128rm", WHOLE),
    renamed("VSHUFI64X2Z256rri", "VPERM2I128rr", WHOLE),
    renamed("VSQRTSDZ", "VSQRTSD", &["m", "m_Int", "r", "r_Int"]),
    renamed("VSUBSDZ", "VSUBSD", SCALAR),
    renamed("VUCOMISDZ", "VUCOMISD", SCALAR),
];

const BOTH_LENGTHS: &[&str] = &["Z128", "Z256"];

/// EVEX instructions with the same fields as an unrelated VEX instruction.
const WITHOUT_VEX: &[NameFamily] = &[
    NameFamily { stems: &["VDBPSADBW"], middles: BOTH_LENGTHS, endings: RMI_RRI },
    NameFamily {
        stems: &["VPMAXSQ", "VPMAXUQ", "VPMINSQ", "VPMINUQ", "VPMULLQ"],
        middles: BOTH_LENGTHS,
        endings: RM_RR,
    },
    NameFamily { stems: &["VPSRAQ"], middles: BOTH_LENGTHS, endings: RI_RM_RR },
    NameFamily { stems: &["VSCALEFPS"], middles: BOTH_LENGTHS, endings: &["rm"] },
    NameFamily { stems: &["VCVTQQ2PS"], middles: &["Z128"], endings: RM_RR },
    NameFamily { stems: &["VCVTQQ2PD"], middles: &["Z128"], endings: &["rr"] },
    NameFamily { stems: &["VMOVZPDILo2PDIZ"], middles: &[""], endings: &["rr"] },
];

/// Instructions whose form without a new destination behaves differently: if the condition is false, it leaves the
/// destination unchanged instead of zeroing it.
const ND_ONLY: &[NameFamily] = &[NameFamily {
    stems: &["CFCMOV"],
    middles: &["16", "32", "64"],
    endings: &["rm_ND", "rr_ND"],
}];

/// Instructions with a new destination, and others that do the same in place.
const ND: &[RenamedEntry] =
    &[renamed("MOVBE32rr", "BSWAP32r", WHOLE), renamed("MOVBE64rr", "BSWAP64r", WHOLE)];

/// Instructions of SSE with a mask in a fixed register, which AVX names.
const SSE: &[RenamedEntry] = &[
    renamed("BLENDVPDrm0", "VBLENDVPDrmr", WHOLE),
    renamed("BLENDVPDrr0", "VBLENDVPDrrr", WHOLE),
    renamed("BLENDVPSrm0", "VBLENDVPSrmr", WHOLE),
    renamed("BLENDVPSrr0", "VBLENDVPSrrr", WHOLE),
    renamed("PBLENDVBrm0", "VPBLENDVBrmr", WHOLE),
    renamed("PBLENDVBrr0", "VPBLENDVBrrr", WHOLE),
];

/// Returns shorter encodings for EVEX instructions.
pub(super) fn evex() -> NameMap {
    let mut map = names(EVEX);
    for RenamedEntry { old, new, endings } in PACKED {
        for (old_length, new_length) in [("Z128", ""), ("Z256", "Y")] {
            let pairs = endings
                .iter()
                .map(|end| ([*old, old_length, *end].concat(), [*new, new_length, *end].concat()));
            map.extend(pairs);
        }
    }
    map
}

/// Returns EVEX instructions without a shorter encoding, although fields suggest one.
pub(super) fn without_vex() -> FxHashSet<String> {
    all_names(WITHOUT_VEX)
}

/// Returns the replacements for instructions with a new destination.
pub(super) fn nd() -> NameMap {
    names(ND)
}

/// Returns instructions with a new destination that have no replacement, although names suggest one.
pub(super) fn nd_only() -> FxHashSet<String> {
    all_names(ND_ONLY)
}

/// Returns the AVX instructions that replace SSE instructions.
pub(super) fn sse() -> NameMap {
    names(SSE)
}

fn names(all: &[RenamedEntry]) -> NameMap {
    let pairs = all.iter().flat_map(|RenamedEntry { old, new, endings }| {
        endings.iter().map(|end| ([*old, *end].concat(), [*new, *end].concat()))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_instructions_have_two_lengths() {
        let map = evex();
        assert_eq!(map["VPANDNQZ128rm"], "VPANDNrm");
        assert_eq!(map["VPANDNQZ256rm"], "VPANDNYrm");
        assert_eq!(map["VRNDSCALEPDZ256rri"], "VROUNDPDYri");
        assert!(!map.contains_key("VPANDNQZrm"));
    }

    #[test]
    fn no_instruction_is_both_paired_and_left_out() {
        let map = evex();
        assert!(without_vex().iter().all(|name| !map.contains_key(name)));
    }
}
