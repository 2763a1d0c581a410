//! New names of definitions that releases rename, and advice for definitions that they remove.

/// A replacement for a removed name.
pub(super) struct Replacement {
    pub(super) old: &'static str,
    /// A name with the same meaning and the same parameters.
    pub(super) new: &'static str,
}

/// Renamed classes and records.
const RENAMED: &[Replacement] = &[
    Replacement { old: "AnyVector", new: "AnyVectorOfNonZeroRank" },
    Replacement { old: "AnyFixedVector", new: "AnyFixedVectorOfNonZeroRank" },
    Replacement { old: "VectorOf", new: "VectorOfNonZeroRankOf" },
    Replacement { old: "FixedVectorOf", new: "FixedVectorOfNonZeroRankOf" },
    Replacement { old: "EnumProperty", new: "EnumProp" },
    Replacement { old: "ctlz_zero_undef", new: "ctlz_zero_poison" },
    Replacement { old: "cttz_zero_undef", new: "cttz_zero_poison" },
    Replacement { old: "G_CTLZ_ZERO_UNDEF", new: "G_CTLZ_ZERO_POISON" },
    Replacement { old: "G_CTTZ_ZERO_UNDEF", new: "G_CTTZ_ZERO_POISON" },
];

/// Advice for removed names without such a replacement.
const ADVICE: &[(&str, &str)] = &[
    ("PointerLikeRegClass", "derive from RegClassByHwMode, which lists a class for each mode"),
    ("ComplexStrAttr", "use StrAttr with the property ABIAttr or another property"),
    ("LLVMMatchTypeNextArg", "use LLVMMatchType with the number of the overloaded type"),
    ("NoHonorSignDependentRounding", "a pattern no longer needs the predicate"),
    ("vector_extract_subvec", "use extract_subvector, and write the types of its operands"),
    ("vector_insert_subvec", "use insert_subvector, and write the types of its operands"),
    ("UnsafeFPMath", "use the flags of the node, for example by a fragment over SDNodeFlags"),
    ("NoInfsFPMath", "use the flags of the node"),
    ("NoNansFPMath", "use the flags of the node"),
    ("SDNPWantRoot", "the root is available without the property"),
    ("SDNPWantParent", "the parent is available without the property"),
    ("Canonicalizer", "the pass is a record with the suffix Pass"),
    ("CSE", "the pass is a record with the suffix Pass"),
];

/// Returns a renamed definition's new name.
pub(super) fn renamed(old: &str) -> Option<&'static str> {
    RENAMED.iter().find(|row| row.old == old).map(|row| row.new)
}

/// Returns advice for a removed definition.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    let row = ADVICE.iter().find(|(old, _)| *old == name).map(|&(_, advice)| advice);
    row.or_else(|| name.starts_with("int_").then_some("C++ code lacks the intrinsic, too"))
}
