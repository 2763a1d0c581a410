//! Clang's vector intrinsics: NEON, SVE, SME, MVE and CDE of Arm, and the vectors of RISC-V.
//!
//! A description, such as `arm_sve.td`, has a record for each instruction; each record stands for
//! functions with several element types. A family of descriptions has a folder with the reader and the
//! model of its records, and a module for each file that Clang includes: `header`, `builtins_file`,
//! `codegen_file`, `sema_file` and so on. [`actions`] lists all of these files with the actions that
//! print them.
//!
//! The families share [`family`] (the names of builtins), [`type_string`] (the types of builtins), [`case_labels`], and
//! [`summary`], which describes intrinsics for people and tools.

pub(crate) mod actions;
mod case_labels;
mod family;
mod mve;
mod neon;
mod riscv_vector;
mod summary;
mod sve;
mod type_string;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

pub use family::IntrinsicFamily;
pub use summary::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary};

impl IntrinsicSummary {
    /// All intrinsics of a description, in natural order of their records; those of MVE and CDE by name.
    ///
    /// # Errors
    /// Where the description has no vector intrinsics, or a field holds something unexpected.
    pub fn all(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
        match IntrinsicFamily::of(store) {
            Some(IntrinsicFamily::Neon) => neon::summary::read(store),
            Some(family @ (IntrinsicFamily::Sve | IntrinsicFamily::Sme)) => {
                sve::summary::read(store, family)
            }
            Some(family @ (IntrinsicFamily::Mve | IntrinsicFamily::Cde)) => {
                mve::summary::read(store, family)
            }
            Some(IntrinsicFamily::RiscvVector) => riscv_vector::summary::read(store),
            None => {
                let message = "the description has no vector intrinsics";
                let mut error = Diagnostic::error_anywhere(Code::MissingClass, message);
                let classes = "they are records of a class 'Inst', 'Intrinsic' or 'RVVBuiltin'";
                error.note(None, classes);
                Err(error)
            }
        }
    }
}
