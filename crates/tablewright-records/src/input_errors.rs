//! All errors in a description as one Rust error, for programs without their own list of diagnostics.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

/// Errors and warnings in a description. They are displayed like compiler errors, each with its position and the source
/// line.
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
    /// Combines reported diagnostics with a final error, if it was not reported.
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

    /// Returns the errors and warnings, in order.
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

/// The same text as [`Display`](fmt::Display), since Rust prints an error from `main` with `Debug`.
impl fmt::Debug for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for InputErrors {}
