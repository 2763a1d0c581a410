//! The classes of operations with all that they declare.

use tablewright_backend::{BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::Severity;

use super::class::{ClassContext, OpClass};
use super::format;
use crate::model::Operation;

/// The options of all actions that read `assemblyFormat`.
pub(crate) const FORMAT_OPTIONS: OptionGroup =
    OptionGroup { heading: "General options", options: &[ERROR_IS_FATAL] };

/// Whether nothing is written where a format cannot be read.
pub(crate) const ERROR_IS_FATAL: BackendOption = BackendOption {
    name: "asmformat-error-is-fatal",
    kind: OptionKind::Flag { default: true },
    help: "Emit a fatal error if format parsing fails",
};

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
    if let Err(errors) = format::add(&mut class) {
        let is_fatal = job.options.flag(&ERROR_IS_FATAL);
        for mut error in errors {
            if !is_fatal {
                error.severity = Severity::ToleratedError;
            }
            job.diagnostics.push(error);
        }
        if is_fatal {
            return Err(Failure::Reported);
        }
    }
    class.add_effects(context);
    Ok(class)
}
