//! What several backends know of the records they read: collected and checked, nothing printed.

pub mod assembler_condition;
pub mod automaton;
pub mod directives;
pub mod hw_modes;
pub mod inst_alias;
pub mod instructions;
pub mod intrinsics;
pub mod mc_inst_predicate;
mod older_releases;
pub mod options;
pub mod registers;
pub mod schedule;
pub mod sd_node_properties;
pub mod subtarget_features;
pub mod target;
pub mod value_types;

#[cfg(test)]
mod tests {
    use tablewright_records::{AnalysisError, LoadOptions, RecordStore, load};
    use tablewright_syntax::{FileProvider, IncludedFile};

    struct NoFiles;

    impl FileProvider for NoFiles {
        fn include(&mut self, _path: &str) -> Option<IncludedFile> {
            None
        }
    }

    /// The records of a text without faults.
    pub(crate) fn store_of(text: &str) -> RecordStore {
        let loaded = load("test.td".into(), text.into(), &mut NoFiles, &LoadOptions::default());
        assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
        loaded.store
    }

    /// The headline of a model's fault.
    pub(crate) fn error_of(error: AnalysisError) -> String {
        match error {
            AnalysisError::Diagnostic(diagnostic) => diagnostic.message,
            AnalysisError::Reported => "reported before".to_owned(),
        }
    }
}
