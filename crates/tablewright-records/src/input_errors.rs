//! The errors of a description as one Rust error, for programs that have no list of diagnostics of their own.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

/// The errors and warnings of a description. They are shown as a compiler shows them, each with its position and the
/// line of the source.
///
/// ```
/// use tablewright_records::{Analysis, AnalysisError, LoadOptions, RecordStore, load};
/// use tablewright_syntax::diagnostic::Diagnostics;
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = "class Reg { int Number = ?; }\ndef PC : Reg;\n";
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
///
/// struct Highest(i64);
///
/// impl Analysis for Highest {
///     fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Highest, AnalysisError> {
///         let mut highest = 0;
///         for register in store.derived_from_name("Reg")? {
///             highest = highest.max(register.int("Number")?);
///         }
///         Ok(Highest(highest))
///     }
/// }
///
/// // `?` in a `main` that returns `Result<(), InputErrors>` prints the same.
/// let errors = store.analyze::<Highest>().err().expect("a register has no number");
/// assert_eq!(errors.diagnostics().error_count(), 1);
/// let text = errors.to_string();
/// assert!(text.starts_with("x.td:2:5: error: "), "{text}");
/// assert!(text.contains("\ndef PC : Reg;\n    ^"), "{text}");
/// ```
#[derive(Clone)]
pub struct InputErrors {
    diagnostics: Diagnostics,
}

impl InputErrors {
    /// What was reported, and the error that ended the work, if that is not among it.
    pub fn new(
        mut reported: Diagnostics,
        last: Option<Diagnostic>,
        sources: &Arc<SourceMap>,
    ) -> InputErrors {
        if let Some(last) = last {
            reported.push(last);
        }
        for diagnostic in reported.iter_mut() {
            diagnostic.carry(Arc::clone(sources));
        }
        InputErrors { diagnostics: reported }
    }

    /// The errors and warnings, in order.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "\n" })?;
            fmt::Display::fmt(diagnostic, f)?;
        }
        Ok(())
    }
}

/// The same as [`Display`](fmt::Display), since Rust shows an error that `main` returns in this form.
impl fmt::Debug for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for InputErrors {}
