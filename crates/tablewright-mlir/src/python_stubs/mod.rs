//! Type stubs of the bindings that `--gen-python-op-bindings` prints: `_NAME_ops_gen.pyi` beside `_NAME_ops_gen.py`.
//!
//! In comes a dialect as data, and the types that Python has for those of C++; out goes a file in which each class and
//! function of the bindings has its parameters, properties, types and documentation, and no body.

mod emit;
#[cfg(test)]
mod tests;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use crate::model::{Dialect, Operation};
use crate::python_op_bindings::model::{BindingsContext, BindingsModel};
use crate::python_op_bindings::types::{PythonTypes, TypedParts};

/// The stubs of operations of a dialect, in the order of the bindings. With `is_extension` the bindings are those of an extension, which has the
/// class of the dialect from its bindings.
///
/// # Errors
/// Where nothing says how many values each of several operands or results has, as the bindings have it; where a
/// description gives a type another type of Python than it has.
pub fn print(
    store: &RecordStore,
    dialect: &Dialect<'_>,
    operations: &[Operation<'_>],
    is_extension: bool,
) -> Result<String, Diagnostic> {
    let types = PythonTypes::read(store, TypedParts::of_stubs(store))?;
    let context = BindingsContext { types: &types, release: store.release() };
    let model = BindingsModel::of(dialect.name, is_extension, operations, &context)?;
    let mut text = String::new();
    emit::emit(&model, &mut text);
    Ok(text)
}
