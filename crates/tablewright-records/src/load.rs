//! Loading: from the text of a main file to finished records.

use std::sync::Arc;

use tablewright_syntax::FileProvider;
use tablewright_syntax::diagnostic::Diagnostics;

use crate::incremental::{IncrementalLoad, Reloaded};
use crate::options::LoadOptions;
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

/// Reads an input: `text`, called `name`, with included files from `files`.
///
/// If no release is named, the marks in the input select it. If evaluation queried the release before the deciding
/// marks, and the answer differs afterwards, the input is read again.
pub fn load(
    name: String,
    text: String,
    files: &mut dyn FileProvider,
    options: &LoadOptions,
) -> Loaded {
    let Reloaded { mut loaded, .. } = IncrementalLoad::once().load(name, text, files, options);
    if options.record_reads {
        Arc::make_mut(&mut loaded.store).record_reads();
    }
    loaded
}

impl Loaded {
    /// Returns the records alone. Copies them if they are shared.
    pub fn into_store(self) -> RecordStore {
        Arc::unwrap_or_clone(self.store)
    }
}

#[cfg(test)]
mod tests {
    use tablewright_syntax::{FileProvider, IncludedFile};

    use super::*;
    use crate::release::Release;

    /// Files without text, whose inclusions are counted.
    struct CountedFiles(usize);

    impl FileProvider for CountedFiles {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            self.0 += 1;
            Some(IncludedFile { name: path.to_owned(), text: String::new() })
        }
    }

    /// Checks the reads for a description in release 19; `first` precedes the first mark of its release.
    #[track_caller]
    fn check_reads(first: &str, reads: usize) {
        let text = format!(
            "include \"x.td\"\n\
             {first}\n\
             class IntrinsicProperty<bit is_default = false> {{ bit IsDefault = is_default; }}\n\
             class AttrIndex<int idx> {{ int Index = idx; }}\n\
             def NoSync : IntrinsicProperty<1>;\n"
        );
        let mut files = CountedFiles(0);
        let loaded = load("main.td".into(), text, &mut files, &LoadOptions::default());
        assert!(loaded.is_complete && !loaded.diagnostics.has_errors());
        assert_eq!((loaded.store.release(), files.0), (Release::new(19), reads));
    }

    #[test]
    fn an_input_is_read_again_only_where_the_answers_before_its_first_mark_were_wrong() {
        check_reads("class Width<int n> { int Bits = n; }\nclass Byte : Width<8>;", 1);
        check_reads("class Early<int n> { int And = !and(n, 1); }\ndef early : Early<0>;", 2);
    }
}
