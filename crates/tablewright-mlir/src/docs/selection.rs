//! The dialect that a page is about, and its operations.

use tablewright_backend::Job;
use tablewright_records::Feature;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::DIALECT;
use crate::model::{Dialect, Operation};
use crate::ops::selection;

/// A page's dialect and operations.
pub(super) struct DialectOperations<'s> {
    pub(super) dialect: Dialect<'s>,
    /// Operations in byte order by definition name.
    pub(super) operations: Vec<Operation<'s>>,
}

impl<'s> DialectOperations<'s> {
    /// Reads the selected dialect, or the only dialect if none is selected, and all operations.
    ///
    /// # Errors
    /// If the description lacks the dialect or the class `Op`, has several dialects and none is selected, or an
    /// operation breaks a rule.
    pub(super) fn read(job: &Job<'s>) -> Result<DialectOperations<'s>, Diagnostic> {
        let name = job.options.text(&DIALECT);
        let Some(dialect) = Dialect::selected(job.store, name)? else {
            return Err(Diagnostic::error_anywhere(Code::Mlir, "no dialect was found"));
        };
        let mut operations = selection::selected(job.store, job.options)?;
        operations.retain(|op| op.dialect.definition == dialect.definition);
        Ok(DialectOperations { dialect, operations })
    }

    /// Returns the dialect for a page about attributes, types or enums; `None` if the release has no selection there.
    ///
    /// # Errors
    /// As [`read`](Self::read). In older releases: if the description lacks `class`.
    pub(super) fn dialect(job: &Job<'s>, class: &str) -> Result<Option<Dialect<'s>>, Diagnostic> {
        if job.store.release().has(Feature::DocsSelectOneDialect) {
            return DialectOperations::read(job).map(|one| Some(one.dialect));
        }
        job.store.expect_class(class)?;
        Ok(None)
    }
}
