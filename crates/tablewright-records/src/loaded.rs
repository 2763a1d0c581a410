//! The result of reading an input.

use std::sync::Arc;

use tablewright_syntax::diagnostic::Diagnostics;

use crate::store::RecordStore;

/// The result of reading an input.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// // Two errors and a record: the record is there, too.
/// let text = "def a : Nothing; def b; def c { int N = \"x\"; }";
/// let loaded = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default());
/// assert_eq!(loaded.diagnostics.error_count(), 2);
/// assert!(!loaded.is_complete && loaded.store.get("b").is_some());
/// ```
#[derive(Clone)]
pub struct Loaded {
    /// Records. After errors, the records that could be created. Other threads and later loads may share them.
    pub store: Arc<RecordStore>,
    /// Errors, warnings and `dump` messages, in order.
    pub diagnostics: Diagnostics,
    /// Names of included files, in order of first inclusion.
    pub dependencies: Vec<String>,
    /// Whether every statement was completely evaluated. If true, all records exist, but there may still be errors
    /// such as failed assertions.
    pub is_complete: bool,
}

impl Loaded {
    /// Returns the records alone. Copies them if they are shared.
    pub fn into_store(self) -> RecordStore {
        Arc::unwrap_or_clone(self.store)
    }
}
