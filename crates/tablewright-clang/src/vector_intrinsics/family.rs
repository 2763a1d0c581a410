//! Intrinsic families, and their builtin names in Clang.

use tablewright_records::RecordStore;
use tablewright_text::Append;

/// A family of vector intrinsics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IntrinsicFamily {
    /// Arm vectors with 64 and 128 bits: `arm_neon.td`, `arm_fp16.td` and `arm_bf16.td`.
    Neon,
    /// Arm's scalable vectors: `arm_sve.td`.
    Sve,
    /// Arm's matrices: `arm_sme.td`.
    Sme,
    /// Vectors in Arm's M profile: `arm_mve.td`.
    Mve,
    /// Coprocessor instructions in Arm's M profile: `arm_cde.td`.
    Cde,
    /// RISC-V's scalable vectors, including vendor extensions: `riscv_vector.td`.
    RiscvVector,
}

impl IntrinsicFamily {
    /// Detects a description's family from its classes and fields.
    pub fn new(store: &RecordStore) -> Option<IntrinsicFamily> {
        if has_field(store, "Inst", "ArchGuard") {
            Some(IntrinsicFamily::Neon)
        } else if has_field(store, "Inst", "SVETargetGuard") {
            // All SME intrinsics require SME or its streaming mode.
            let is_sme = texts(store, "Inst", "SVETargetGuard").all(|guard| guard == Some(""));
            Some(if is_sme { IntrinsicFamily::Sme } else { IntrinsicFamily::Sve })
        } else if has_field(store, "Intrinsic", "builtinExtension") {
            // CDE uses MVE's classes. Only its builtins have other names.
            let mut extensions = texts(store, "Intrinsic", "builtinExtension");
            let is_cde = extensions.any(|extension| extension == Some("cde"));
            Some(if is_cde { IntrinsicFamily::Cde } else { IntrinsicFamily::Mve })
        } else {
            store.find_class("RVVBuiltin").map(|_| IntrinsicFamily::RiscvVector)
        }
    }

    /// Returns the vector extension's name.
    pub fn name(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "NEON",
            IntrinsicFamily::Sve => "SVE",
            IntrinsicFamily::Sme => "SME",
            IntrinsicFamily::Mve => "MVE",
            IntrinsicFamily::Cde => "CDE",
            IntrinsicFamily::RiscvVector => "RISC-V V",
        }
    }

    /// Returns the prefix of all builtin names.
    pub(super) fn builtin_prefix(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "__builtin_neon_",
            IntrinsicFamily::Sve => "__builtin_sve_",
            IntrinsicFamily::Sme => "__builtin_sme_",
            IntrinsicFamily::Mve => "__builtin_arm_mve_",
            IntrinsicFamily::Cde => "__builtin_arm_cde_",
            IntrinsicFamily::RiscvVector => "__builtin_rvv_",
        }
    }

    /// Returns the name in macros.
    pub(super) fn macro_name(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon
            | IntrinsicFamily::Sve
            | IntrinsicFamily::Sme
            | IntrinsicFamily::Mve
            | IntrinsicFamily::Cde => self.name(),
            IntrinsicFamily::RiscvVector => "RISCVV",
        }
    }

    /// Returns Clang's namespace for the builtin enumerators.
    fn builtin_namespace(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "NEON",
            IntrinsicFamily::Sve => "SVE",
            IntrinsicFamily::Sme => "SME",
            IntrinsicFamily::Mve | IntrinsicFamily::Cde => "ARM",
            IntrinsicFamily::RiscvVector => "RISCVVector",
        }
    }

    /// Returns a builtin's full name: `__builtin_sve_svadd_s8_m`.
    pub(super) fn builtin<N: Append>(self, name: N) -> impl Append {
        (self.builtin_prefix(), name, "")
    }

    /// Returns the enumerator for a builtin: `SVE::BI__builtin_sve_svadd_s8_m`.
    pub(super) fn enumerator<N: Append>(self, name: N) -> impl Append {
        (self.builtin_namespace(), "::BI", self.builtin(name))
    }
}

/// Whether a class exists and its records have a field.
fn has_field(store: &RecordStore, class: &str, field: &str) -> bool {
    let Some(class) = store.find_class(class) else { return false };
    store.class(class).fields().any(|one| store.str(one.name) == field)
}

/// Iterates over a string field in all records of a class; `None` for other values.
fn texts<'s>(
    store: &'s RecordStore,
    class: &str,
    field: &'static str,
) -> impl Iterator<Item = Option<&'s str>> {
    store.derived_if_defined(class).into_iter().map(move |record| record.string(field).ok())
}
