//! The classes of operations with all that they declare.

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::accessors;
use super::class::{ClassContext, OpClass, unmaterializable};
use super::format::{self, OpFormat};
use crate::model::Operation;
use crate::model::operation::size_problem;
use crate::support::format_errors;

/// A checked operation with its format; building its classes cannot fail.
pub(super) struct CheckedOp<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    format: OpFormat<'s>,
}

impl<'o, 's> CheckedOp<'o, 's> {
    /// Checks operations and parses their formats. After a nonfatal format error, the operation has no parse and print
    /// functions.
    ///
    /// # Errors
    /// If a format has a fatal error, accessors overlap, or no trait assigns values to operands or results.
    pub(super) fn all(
        operations: &'o [Operation<'s>],
        job: &mut Job<'_>,
    ) -> Result<Vec<CheckedOp<'o, 's>>, Failure> {
        let mut all = Vec::with_capacity(operations.len());
        for op in operations {
            check_sizes(op)?;
            accessors::check(op)?;
            let format = match OpFormat::read(op) {
                Ok(format) => format,
                Err(errors) => {
                    if format_errors::report(errors, job) {
                        return Err(Failure::Reported);
                    } else {
                        OpFormat::Unreadable
                    }
                }
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

    /// Builds its classes. They need much memory, so a caller prints and drops an operation's classes before the next.
    pub(super) fn class(&self, context: &ClassContext<'_, 's>) -> OpClass<'o, 's> {
        let mut class = OpClass::new(self.op, context);
        format::add(&mut class, &self.format);
        class.add_effects(context);
        class
    }
}

fn check_sizes(op: &Operation<'_>) -> Result<(), Diagnostic> {
    let Some(problem) = size_problem(op) else { return Ok(()) };
    let mut error = Diagnostic::error(Code::Mlir, op.names.pos, problem.message);
    error.note(None, problem.advice);
    Err(error)
}
