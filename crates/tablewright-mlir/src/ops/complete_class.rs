//! The classes of operations with all that they declare.

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::class::{ClassContext, OpClass, unmaterializable};
use super::format::{self, OpFormat};
use crate::model::Operation;
use crate::support::format_errors;

/// An operation with its format, of which its classes follow without errors.
pub(super) struct CheckedOp<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    format: OpFormat<'s>,
}

impl<'o, 's> CheckedOp<'o, 's> {
    /// Reads the formats of operations. Where one cannot be read and that is not fatal, the operation has no functions
    /// for it.
    ///
    /// # Errors
    /// Where a format cannot be read.
    pub(super) fn all(
        operations: &'o [Operation<'s>],
        job: &mut Job<'_>,
    ) -> Result<Vec<CheckedOp<'o, 's>>, Failure> {
        let mut all = Vec::with_capacity(operations.len());
        for op in operations {
            let format = match OpFormat::read(op) {
                Ok(format) => format,
                Err(errors) => match format_errors::report(errors, job) {
                    true => return Err(Failure::Reported),
                    false => OpFormat::Unreadable,
                },
            };
            if let Some(problem) = unmaterializable(op) {
                let message = format!("{problem}, skipping");
                let warning = Diagnostic::warning(Code::Mlir, Some(op.names.pos), message);
                job.diagnostics.push(warning);
            }
            all.push(CheckedOp { op, format });
        }
        Ok(all)
    }

    /// Its classes. They take much memory: a caller prints and drops those of one operation before those of the next.
    pub(super) fn class(&self, context: &ClassContext<'_, 's>) -> OpClass<'o, 's> {
        let mut class = OpClass::of(self.op, context);
        format::add(&mut class, &self.format);
        class.add_effects(context);
        class
    }
}
