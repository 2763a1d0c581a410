//! Type stubs for the bindings that `--gen-python-op-bindings` prints: `_NAME_ops_gen.pyi` beside `_NAME_ops_gen.py`.
//!
//! In: a dialect as data, and the Python types for C++ types. Out: a file in which each class and function in the
//! bindings has its parameters, properties, types and documentation, but no body.

mod emit;
#[cfg(test)]
mod tests;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use crate::model::{Dialect, Operation};
use crate::python_op_bindings::model::{BindingsContext, BindingsModel};
use crate::python_op_bindings::types::{PythonTypes, TypedParts};

/// Prints the stubs for a dialect's operations, in binding order. With `is_extension`, they belong to a dialect
/// extension, which imports the dialect class from the dialect's bindings.
///
/// # Errors
/// If the value counts of several variable operands or results cannot be determined, as in the bindings; or if a
/// description assigns a type a second, different Python type.
pub fn print(
    store: &RecordStore,
    dialect: &Dialect<'_>,
    operations: &[Operation<'_>],
    is_extension: bool,
) -> Result<String, Diagnostic> {
    let types = PythonTypes::read(store, TypedParts::from_stubs(store))?;
    let context = BindingsContext { types: &types, release: store.release() };
    let model = BindingsModel::new(dialect.name, is_extension, operations, &context)?;
    let mut text = String::new();
    emit::emit(&model, &mut text);
    Ok(text)
}
