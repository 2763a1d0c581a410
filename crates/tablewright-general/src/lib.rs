//! The general backends, which serve no compiler in particular: records as text and as JSON, enums,
//! sets, tags, searchable tables and automata.
//!
//! In comes a [`Job`](tablewright_backend::Job) with finished records; out goes text, to the writer
//! that the job holds. Each action has a module of its name, without `gen-`; what several of them use
//! is in `support`. Reading files and the command line are left to the programs.

mod automata;
mod ctags;
mod dump_json;
mod null_backend;
mod print_detailed_records;
mod print_enums;
mod print_records;
mod print_sets;
mod searchable_tables;
mod support;

use tablewright_backend::Backend;

/// All general backends: `llvm-tblgen` has each of them.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &ctags::BACKEND,
        &automata::BACKEND,
        &searchable_tables::BACKEND,
        &print_records::BACKEND,
        &print_detailed_records::BACKEND,
        &null_backend::BACKEND,
        &dump_json::BACKEND,
        &print_enums::BACKEND,
        &print_sets::BACKEND,
    ];
    BACKENDS
}

/// The general backends that `clang-tblgen` has too, in the order in which its `--help` lists
/// them, before its own.
pub fn backends_of_clang() -> &'static [&'static Backend] {
    static BACKENDS: [&Backend; 2] = [&print_records::BACKEND, &dump_json::BACKEND];
    &BACKENDS
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tablewright_backend::{Failure, Job, Options};
    use tablewright_records::{LoadOptions, RecordStore, load};
    use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
    use tablewright_syntax::{FileProvider, IncludedFile};

    /// The file `"included.td"`, which tests can include.
    struct OneFile;

    impl FileProvider for OneFile {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            let text = "\nclass Included;\n".to_owned();
            (path == "included.td").then(|| IncludedFile { name: "inc/included.td".into(), text })
        }
    }

    /// The records of `input`, the file `dir/test.td`.
    pub(crate) fn store_of(input: &str) -> RecordStore {
        let loaded =
            load("dir/test.td".into(), input.into(), &mut OneFile, &LoadOptions::default());
        let errors: Vec<&Diagnostic> =
            loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        loaded.store
    }

    /// What `backend` writes for `input`, the file `dir/test.td`; or its error.
    pub(crate) fn output_of(backend: &Backend, options: &Options, input: &str) -> String {
        let store = store_of(input);
        let mut out = Vec::new();
        let mut diagnostics = Diagnostics::new();
        let result = (backend.run)(&mut Job {
            store: &store,
            options,
            out: &mut out,
            diagnostics: &mut diagnostics,
        });
        match result {
            Ok(()) => String::from_utf8(out).expect("backends write UTF-8"),
            Err(Failure::Diagnostic(diagnostic)) => format!("error: {}\n", diagnostic.message),
            Err(other) => panic!("{other:?}"),
        }
    }
}
