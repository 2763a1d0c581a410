//! Typed Rust wrappers for a dialect's operations, for [Melior](https://github.com/mlir-rs/melior).
//!
//! In: a dialect as data. Out: a module with the same shape as the output of Melior's macro `dialect!`: for each
//! operation a struct with accessors, a builder whose type tracks missing elements, and a creation function. The text
//! needs only the crate `melior`, so a program that includes it needs neither the macro nor descriptions.

mod attributes;
mod docs;
mod emit;
mod emit_builder;
mod model;
mod names;
#[cfg(test)]
mod tests;

use tablewright_syntax::diagnostic::Diagnostic;

use crate::model::{Dialect, Operation};
use crate::omission::{Omission, Omissions};
use model::RustOperation;

/// A dialect in Rust.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RustText {
    /// The module, which ends with a line break.
    pub text: String,
    /// Facts in the description that the text leaves out.
    pub omissions: Vec<Omission>,
}

/// The types that the module imports and that the name of an operation's struct could be.
const IMPORTED: [&str; 4] = ["Operation", "OperationLike", "OperationMutLike", "OperationResult"];

/// Builds a module for a dialect's operations, in order.
///
/// # Errors
/// If the value counts of several variable operands or results cannot be determined.
pub fn print(dialect: &Dialect<'_>, operations: &[Operation<'_>]) -> Result<RustText, Diagnostic> {
    let mut omissions = Omissions::default();
    let mut scope = names::RustScope::with(&IMPORTED);
    let mut printed = Vec::new();
    for operation in operations {
        printed.push(RustOperation::new(operation, &mut scope, &mut omissions)?);
    }
    let module = model::RustModule::new(dialect, printed);
    let mut text = String::new();
    emit::emit(&module, &mut text);
    Ok(RustText { text, omissions: omissions.into_list() })
}
