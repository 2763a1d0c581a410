//! What backends work out of a store's records, each kind once per store.
//!
//! Several backends of a target want to know the same of it: its registers, its instructions. The
//! first to ask builds the [`Model`]; the others, on whatever thread, are given what is there.

use std::any::{Any, TypeId};
use std::sync::OnceLock;

use elsa::sync::FrozenMap;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::query::FieldError;
use crate::store::RecordStore;

/// What can be worked out of a store's records and of nothing else.
///
/// A model is kept with the store it was built from, so it cannot borrow from it: it holds
/// [`RecordId`](crate::RecordId)s, [`ValueId`](crate::ValueId)s and symbols, which the store turns
/// into records, values and text at no cost.
pub trait Model: Any + Send + Sync + Sized {
    /// Works it out. It may ask `store` for other models, as long as these do not ask for it.
    ///
    /// # Errors
    /// Where the records make no sense. Warnings, and errors beyond the first, go to `diagnostics`.
    fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, ModelError>;
}

/// Why there is no model.
#[derive(Clone, Debug)]
pub enum ModelError {
    /// An error of the input, not among the diagnostics yet.
    Diagnostic(Box<Diagnostic>),
    /// Errors that are among the diagnostics already.
    Reported,
}

impl From<Diagnostic> for ModelError {
    fn from(diagnostic: Diagnostic) -> ModelError {
        ModelError::Diagnostic(Box::new(diagnostic))
    }
}

impl From<FieldError> for ModelError {
    fn from(error: FieldError) -> ModelError {
        ModelError::from(Diagnostic::from(error))
    }
}

/// The models of a store that were asked for. A copy of the store begins without.
#[derive(Default)]
pub(crate) struct Models {
    built: FrozenMap<TypeId, Box<OnceLock<Built>>>,
}

/// How building a model ended, and what there was to say of it.
struct Built {
    model: Result<Box<dyn Any + Send + Sync>, ModelError>,
    diagnostics: Diagnostics,
}

impl Clone for Models {
    fn clone(&self) -> Models {
        Models::default()
    }
}

impl RecordStore {
    /// The model `M` of these records, built now if nobody has asked for it before.
    ///
    /// What building it reported is added to `diagnostics`, for each that asks; but once only, also
    /// where several models rest on the one that reported it.
    ///
    /// # Errors
    /// Those of [`Model::build`].
    pub fn model<M: Model>(&self, diagnostics: &mut Diagnostics) -> Result<&M, ModelError> {
        let place = self.models.built.insert(TypeId::of::<M>(), Box::default());
        let built = place.get_or_init(|| {
            let mut diagnostics = Diagnostics::new();
            let model = M::build(self, &mut diagnostics);
            Built { model: model.map(|model| Box::new(model) as _), diagnostics }
        });
        for diagnostic in &built.diagnostics {
            if !diagnostics.iter().any(|known| known == diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        match &built.model {
            Ok(model) => Ok(model.downcast_ref().expect("a model is kept under its own type")),
            Err(error) => Err(error.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tablewright_syntax::diagnostic::Severity;

    use super::*;
    use crate::query::tests::store_of;

    static BUILT: AtomicUsize = AtomicUsize::new(0);

    struct Count(usize);

    impl Model for Count {
        fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, ModelError> {
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
            let count: &Count = store.model(&mut diagnostics).expect("there is a class A");
            assert_eq!((count.0, diagnostics.iter().count()), (2, 1));
        }
        assert_eq!(BUILT.load(Ordering::Relaxed), 1);
    }

    struct Warned;

    impl Model for Warned {
        fn build(_: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, ModelError> {
            diagnostics.push(Diagnostic::new(Severity::Warning, None, "once"));
            Ok(Warned)
        }
    }

    struct Resting;

    impl Model for Resting {
        fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<Self, ModelError> {
            store.model::<Warned>(diagnostics).map(|_| Resting)
        }
    }

    #[test]
    fn what_several_models_rest_on_reports_once() {
        let store = store_of("");
        let mut diagnostics = Diagnostics::new();
        assert!(store.model::<Resting>(&mut diagnostics).is_ok());
        assert!(store.model::<Warned>(&mut diagnostics).is_ok());
        assert_eq!(diagnostics.iter().count(), 1);
    }

    #[derive(Debug)]
    struct Needs;

    impl Model for Needs {
        fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Self, ModelError> {
            Ok(store.expect_class("Register").map(|_| Needs)?)
        }
    }

    #[test]
    fn what_cannot_be_built_is_an_error_for_each_that_asks() {
        let store = store_of("class A;");
        for _ in 0..2 {
            let Err(ModelError::Diagnostic(error)) = store.model::<Needs>(&mut Diagnostics::new())
            else {
                panic!("there is no class Register");
            };
            assert_eq!(error.message, "The class 'Register' is not defined");
        }
    }
}
