//! Loading: from the text of a main file to finished records.

use std::sync::Arc;

use tablewright_syntax::FileProvider;

use crate::incremental::{IncrementalLoad, Reloaded};
use crate::loaded::Loaded;
use crate::options::LoadOptions;

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
