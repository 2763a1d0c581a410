//! Clang's vector intrinsics: Arm's NEON, SVE, SME, MVE and CDE, and RISC-V's vectors.
//!
//! A description such as `arm_sve.td` has a record for each instruction. Each record represents
//! functions with several element types. A family of descriptions has a folder with a reader and a
//! model for its records, and a module for each file that Clang includes: `header`,
//! `builtins_file`, `codegen_file`, `sema_file` and so on. The rows in `actions` name these modules.
//!
//! The families share [`family`] (builtin names), [`c_type`] (types with their names),
//! [`builtin_list`], [`immediate_check`], [`case_labels`], and [`summary`] (intrinsics for people
//! and tools).

mod builtin_list;
mod c_type;
mod case_labels;
mod family;
mod immediate_check;
pub(crate) mod mve;
pub(crate) mod neon;
pub(crate) mod riscv_vector;
mod summary;
pub(crate) mod sve;

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

pub use family::IntrinsicFamily;
pub use summary::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary};

/// Creates an error about the value of a record's field.
fn field_error(record: Record<'_>, field: &str, problem: &str) -> FieldError {
    let message = format!("Record `{}', field `{field}': {problem}", record.name());
    FieldError::new(Code::IntrinsicPrototypes, record, message).label_field(record, field)
}

impl IntrinsicSummary {
    /// Summarizes all intrinsics in a description, in natural order by record; for MVE and CDE in
    /// order by name.
    ///
    /// # Errors
    /// If the description does not define vector intrinsics, or a field has an unexpected value.
    pub fn all(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
        match IntrinsicFamily::new(store) {
            Some(IntrinsicFamily::Neon) => neon::summary::read(store),
            Some(family @ (IntrinsicFamily::Sve | IntrinsicFamily::Sme)) => {
                sve::summary::read(store, family)
            }
            Some(family @ (IntrinsicFamily::Mve | IntrinsicFamily::Cde)) => {
                mve::summary::read(store, family)
            }
            Some(IntrinsicFamily::RiscvVector) => riscv_vector::summary::read(store),
            None => {
                let message = "the description does not define vector intrinsics";
                let mut error = Diagnostic::error_anywhere(Code::MissingClass, message);
                let classes = "they are records of a class 'Inst', 'Intrinsic' or 'RVVBuiltin'";
                error.note(None, classes);
                Err(error)
            }
        }
    }
}
