//! A Rust crate that decodes and prints a target's machine code, from its description.
//!
//! In: the records of a target. Out: files. The features are parameters of the generated decoder: a machine is
//! compiled for each case of a subtarget, and parts that differ have a condition. Functions of a target's
//! rows become lists of texts, or a part of the source. A description with a method that cannot become Rust code is
//! refused.

mod builder;
mod cases;
mod conditions;
mod decoding;
mod emit;
mod features;
mod leaves;
mod listed;
mod methods;
mod model;
mod names;
mod rewrites;
mod trees;

use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::machine::variant;
use crate::targets;

/// The user's choices.
#[derive(Clone, Default, Debug)]
pub struct CrateOptions {
    /// The crate's name; `None` for a name from the target.
    pub name: Option<String>,
    /// The number of the assembly printer. It selects the variant of assembly strings.
    pub variant: usize,
}

/// A file of a generated crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrateFile {
    /// The path in the crate's directory, with `/`.
    pub path: String,
    /// The contents.
    pub text: String,
}

/// Generates the crate for the target in `store`.
///
/// # Errors
/// If the description is invalid, or has a method or a fact that cannot become Rust code.
pub fn generate_crate(
    store: &RecordStore,
    options: &CrateOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<CrateFile>, AnalysisError> {
    let record = tablewright_target::target::target(store)?;
    let syntax = targets::syntax(store, record)?;
    let name = match &options.name {
        Some(name) => name.clone(),
        None => format!("{}-machine-code", record.name().to_ascii_lowercase()),
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_name) {
        let message = format!("'{name}' is not the name of a Rust crate");
        return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
    }
    let unsupported = [("prints instructions by a function", syntax.printer.print_alias.is_some())];
    if let Some((fact, _)) = unsupported.iter().find(|(_, is_present)| *is_present) {
        return Err(refuse(&format!("the target {} {fact}", record.name())));
    }
    let variant = variant(record, options.variant)?;
    let cases = cases::SubtargetCases::new(store, syntax, variant, diagnostics)?;
    let model = builder::CrateBuilder::new(store, &cases, diagnostics)?.build(name, diagnostics)?;
    Ok(emit::files(&model))
}

/// Returns an error that names what cannot become Rust code.
fn refuse(reason: &str) -> AnalysisError {
    let message = format!("cannot generate a crate: {reason}");
    Diagnostic::error_anywhere(Code::Usage, message).into()
}
