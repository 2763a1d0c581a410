//! The families of descriptions, and how Clang names the builtins of each.

use tablewright_records::RecordStore;
use tablewright_text::Append;

/// What a description of vector intrinsics is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IntrinsicFamily {
    /// Vectors of 64 and 128 bits of Arm: `arm_neon.td`, `arm_fp16.td` and `arm_bf16.td`.
    Neon,
    /// Scalable vectors of Arm: `arm_sve.td`.
    Sve,
    /// Arm's matrices: `arm_sme.td`.
    Sme,
    /// Vectors of Arm's M profile: `arm_mve.td`.
    Mve,
    /// Instructions of coprocessors of Arm's M profile: `arm_cde.td`.
    Cde,
    /// Scalable vectors of RISC-V, with those of vendors: `riscv_vector.td`.
    RiscvVector,
}

impl IntrinsicFamily {
    /// The family of a description, detected from the classes and fields that it has.
    pub fn of(store: &RecordStore) -> Option<IntrinsicFamily> {
        if has_field(store, "Inst", "ArchGuard") {
            Some(IntrinsicFamily::Neon)
        } else if has_field(store, "Inst", "SVETargetGuard") {
            // Nothing of SME can be used without SME, or outside of its streaming mode.
            let is_sme = texts(store, "Inst", "SVETargetGuard").all(|guard| guard == Some(""));
            Some(if is_sme { IntrinsicFamily::Sme } else { IntrinsicFamily::Sve })
        } else if has_field(store, "Intrinsic", "builtinExtension") {
            // CDE has the classes of MVE; only its builtins have other names.
            let mut extensions = texts(store, "Intrinsic", "builtinExtension");
            let is_cde = extensions.any(|extension| extension == Some("cde"));
            Some(if is_cde { IntrinsicFamily::Cde } else { IntrinsicFamily::Mve })
        } else {
            store.find_class("RVVBuiltin").map(|_| IntrinsicFamily::RiscvVector)
        }
    }

    /// The name of the vector extension.
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

    /// The start of the names of all builtins.
    fn builtin_prefix(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "__builtin_neon_",
            IntrinsicFamily::Sve => "__builtin_sve_",
            IntrinsicFamily::Sme => "__builtin_sme_",
            IntrinsicFamily::Mve => "__builtin_arm_mve_",
            IntrinsicFamily::Cde => "__builtin_arm_cde_",
            IntrinsicFamily::RiscvVector => "__builtin_rvv_",
        }
    }

    /// The namespace of Clang in which the builtins are enumerated.
    fn builtin_namespace(self) -> &'static str {
        match self {
            IntrinsicFamily::Neon => "NEON",
            IntrinsicFamily::Sve => "SVE",
            IntrinsicFamily::Sme => "SME",
            IntrinsicFamily::Mve | IntrinsicFamily::Cde => "ARM",
            IntrinsicFamily::RiscvVector => "RISCVVector",
        }
    }

    /// The full name of a builtin: `__builtin_sve_svadd_s8_m`.
    pub(super) fn builtin<N: Append>(self, name: N) -> impl Append {
        (self.builtin_prefix(), name, "")
    }

    /// The enumerator of a builtin: `SVE::BI__builtin_sve_svadd_s8_m`.
    pub(super) fn enumerator<N: Append>(self, name: N) -> impl Append {
        (self.builtin_namespace(), "::BI", self.builtin(name))
    }
}

/// Whether the records of a class have a field. There may be no such class.
fn has_field(store: &RecordStore, class: &str, field: &str) -> bool {
    let Some(class) = store.find_class(class) else { return false };
    store.class(class).fields().any(|one| store.str(one.name) == field)
}

/// The strings in a field of all records of a class; `None` where the field holds something else.
fn texts<'s>(
    store: &'s RecordStore,
    class: &str,
    field: &'static str,
) -> impl Iterator<Item = Option<&'s str>> {
    store.derived_if_defined(class).into_iter().map(move |record| record.string(field).ok())
}
