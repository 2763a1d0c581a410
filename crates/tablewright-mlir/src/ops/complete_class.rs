//! The classes of an operation with all that they declare.

use tablewright_syntax::diagnostic::Diagnostic;

use super::class::{ClassContext, OpClass};
use super::format;
use crate::model::Operation;

/// The classes of an operation.
///
/// # Errors
/// Where its format cannot be read.
pub(super) fn complete_class<'o, 's>(
    op: &'o Operation<'s>,
    context: &ClassContext<'_, 's>,
) -> Result<OpClass<'o, 's>, Diagnostic> {
    let mut class = OpClass::of(op, context);
    format::add(&mut class)?;
    class.add_effects(context);
    Ok(class)
}
