//! The classes of operations with all that they declare.

use tablewright_backend::{Failure, Job};

use super::class::{ClassContext, OpClass};
use super::format;
use crate::model::Operation;
use crate::support::format_errors;

/// The classes of an operation. Where its format cannot be read and that is not fatal, it has no functions for it.
///
/// # Errors
/// Where its format cannot be read.
pub(super) fn complete_class<'o, 's>(
    op: &'o Operation<'s>,
    context: &ClassContext<'_, 's>,
    job: &mut Job<'_>,
) -> Result<OpClass<'o, 's>, Failure> {
    let mut class = OpClass::of(op, context);
    if let Err(errors) = format::add(&mut class)
        && format_errors::report(errors, job)
    {
        return Err(Failure::Reported);
    }
    class.add_effects(context);
    Ok(class)
}
