//! Typed wrappers of a dialect's operations in Rust, for [Melior](https://github.com/mlir-rs/melior).
//!
//! In comes a dialect as data; out goes a module of the shape that Melior's macro `dialect!` makes: for each operation a
//! struct with accessors, a builder whose type says what is still missing, and a function that creates it. The text
//! depends on the crate `melior` alone, so that a program that has it needs neither the macro nor descriptions.

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
    /// What the description says and the text does not.
    pub omissions: Vec<Omission>,
}

/// The types that the module imports and that the name of an operation's struct could be.
const IMPORTED: [&str; 4] = ["Operation", "OperationLike", "OperationMutLike", "OperationResult"];

/// A module with operations of a dialect, in their order.
///
/// # Errors
/// Where nothing says how many values each of several operands or results has.
pub fn print(dialect: &Dialect<'_>, operations: &[Operation<'_>]) -> Result<RustText, Diagnostic> {
    let mut omissions = Omissions::default();
    let mut scope = names::Scope::with(&IMPORTED);
    let mut printed = Vec::new();
    for operation in operations {
        printed.push(RustOperation::of(operation, &mut scope, &mut omissions)?);
    }
    let module = model::RustModule::of(dialect, printed);
    let mut text = String::new();
    emit::emit(&module, &mut text);
    Ok(RustText { text, omissions: omissions.into_list() })
}
