//! Analyses: results that backends compute from a store's records, each kind once for a store.
//!
//! Several backends need the same facts about a target's registers or instructions. The first backend builds the
//! [`Analysis`], and the others share it, on any thread.

use std::any::{Any, TypeId};

use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::analysis_cache::{AnalysisError, Built};
use crate::field_error::FieldError;
use crate::input_errors::InputErrors;
use crate::store::RecordStore;

/// A value computed only from a store's records.
///
/// An analysis is kept in its store, so it cannot borrow from the store. Instead it contains
/// [`RecordId`](crate::RecordId)s, [`ValueId`](crate::ValueId)s and symbols. The store converts them to records, values
/// and text at no cost.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"class Reg<int n> { int Number = n; } def PC : Reg<7>; def SP : Reg<6>;"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// use tablewright_records::{Analysis, AnalysisError, RecordId, RecordStore};
/// use tablewright_syntax::diagnostic::Diagnostics;
///
/// /// Registers sorted by number.
/// struct Numbered(Vec<RecordId>);
///
/// impl Analysis for Numbered {
///     fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Numbered, AnalysisError> {
///         let mut registers = Vec::new();
///         for register in store.derived_from_name("Reg")? {
///             registers.push((register.int("Number")?, register.id()));
///         }
///         registers.sort();
///         Ok(Numbered(registers.into_iter().map(|(_, id)| id).collect()))
///     }
/// }
///
/// let numbered: &Numbered = store.analyze()?;
/// let names: Vec<&str> = numbered.0.iter().map(|&id| store.record(id).name()).collect();
/// assert_eq!(names, ["SP", "PC"]);
/// # Ok::<(), tablewright_records::InputErrors>(())
/// ```
pub trait Analysis: Any + Send + Sync + Sized {
    /// Builds the analysis. It may use other analyses of `store` that do not use it.
    ///
    /// # Errors
    /// If the records are invalid. Warnings and further errors are added to `diagnostics`.
    fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, AnalysisError>;
}

impl From<FieldError> for AnalysisError {
    fn from(error: FieldError) -> AnalysisError {
        AnalysisError::from(Diagnostic::from(error))
    }
}

impl RecordStore {
    /// Returns the analysis `A` of these records. The first call builds it.
    ///
    /// The diagnostics from building it are added to `diagnostics` for each caller, but without duplicates if several
    /// analyses use the same analysis.
    ///
    /// # Errors
    /// See [`Analysis::build`].
    pub fn analysis<A: Analysis>(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<&A, AnalysisError> {
        let cell = self.on_demand.analyses.built.insert(TypeId::of::<A>(), Box::default());
        let built = cell.get_or_init(|| {
            let mut diagnostics = Diagnostics::new();
            let (analysis, reads) = self.recorded(|| A::build(self, &mut diagnostics));
            let analysis = analysis.map(|analysis| Box::new(analysis) as _);
            let analysis = analysis.map_err(|error| error.carry(&self.sources));
            Built { analysis, diagnostics, reads }
        });
        if let (Some(recorder), Some(reads)) = (self.recorder(), &built.reads) {
            recorder.analysis(reads);
        }
        for diagnostic in &built.diagnostics {
            // An analysis repeats the diagnostics of the analyses that it uses.
            if !diagnostics.iter().any(|reported| reported == diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        match &built.analysis {
            Ok(analysis) => {
                Ok(analysis.downcast_ref().expect("an analysis is kept under its own type"))
            }
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns the analysis `A` of these records, for programs without their own list of diagnostics. Warnings are
    /// dropped if there are no errors.
    ///
    /// # Errors
    /// All errors of [`Self::analysis`], with their positions.
    pub fn analyze<A: Analysis>(&self) -> Result<&A, InputErrors> {
        let mut reported = Diagnostics::new();
        let last = match self.analysis(&mut reported) {
            Ok(analysis) if !reported.has_errors() => return Ok(analysis),
            Ok(_) | Err(AnalysisError::Reported) => None,
            Err(AnalysisError::Diagnostic(error)) => Some(*error),
        };
        Err(InputErrors::new(reported, last, &self.sources))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tablewright_syntax::diagnostic::Severity;

    use super::*;
    use crate::test_support::store_of;

    static BUILT: AtomicUsize = AtomicUsize::new(0);

    struct Count(usize);

    impl Analysis for Count {
        fn build(
            store: &RecordStore,
            diagnostics: &mut Diagnostics,
        ) -> Result<Self, AnalysisError> {
            BUILT.fetch_add(1, Ordering::Relaxed);
            diagnostics.push(Diagnostic::new(Severity::Warning, None, "counted"));
            Ok(Count(store.derived_from_name("A")?.len()))
        }
    }

    #[test]
    fn a_model_is_built_once_and_reports_to_each_that_asks() {
        let store = store_of("class A; def x : A; def y : A;");
        for _ in 0..2 {
            let mut diagnostics = Diagnostics::new();
            let count: &Count = store.analysis(&mut diagnostics).expect("there is a class A");
            assert_eq!((count.0, diagnostics.iter().count()), (2, 1));
        }
        assert_eq!(BUILT.load(Ordering::Relaxed), 1);
    }

    struct Warned;

    impl Analysis for Warned {
        fn build(_: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, AnalysisError> {
            diagnostics.push(Diagnostic::new(Severity::Warning, None, "once"));
            Ok(Warned)
        }
    }

    struct Resting;

    impl Analysis for Resting {
        fn build(
            store: &RecordStore,
            diagnostics: &mut Diagnostics,
        ) -> Result<Self, AnalysisError> {
            store.analysis::<Warned>(diagnostics).map(|_| Resting)
        }
    }

    #[test]
    fn what_several_models_rest_on_reports_once() {
        let store = store_of("");
        let mut diagnostics = Diagnostics::new();
        assert!(store.analysis::<Resting>(&mut diagnostics).is_ok());
        assert!(store.analysis::<Warned>(&mut diagnostics).is_ok());
        assert_eq!(diagnostics.iter().count(), 1);
    }

    #[derive(Debug)]
    struct Needs;

    impl Analysis for Needs {
        fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Self, AnalysisError> {
            Ok(store.expect_class("Register").map(|_| Needs)?)
        }
    }

    #[test]
    fn what_cannot_be_built_is_an_error_for_each_that_asks() {
        let store = store_of("class A;");
        for _ in 0..2 {
            let Err(AnalysisError::Diagnostic(error)) =
                store.analysis::<Needs>(&mut Diagnostics::new())
            else {
                panic!("there is no class Register");
            };
            assert_eq!(error.message, "The class 'Register' is not defined");
        }
        let error = store.analyze::<Needs>().expect_err("there is no class Register");
        assert_eq!(
            error.to_string(),
            "error: the description does not define the class 'Register'"
        );
    }
}
