//! Value types in patterns, and types that the selector refers to by name.

use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_selection::patterns::PatternsToMatch;
use tablewright_target::value_types::{ValueType, ValueTypes};

use super::mode_types::ModeTypes;

/// The types that matchers and their table refer to.
pub(in crate::dag_isel) struct SelectorTypes<'s> {
    pub(in crate::dag_isel) all: &'s ValueTypes,
    pub(in crate::dag_isel) by_mode: ModeTypes,
    /// Whether types keep their modes, instead of a pattern for each mode.
    pub(super) keeps_modes: bool,
    /// Glue type.
    pub(super) glue: Option<ValueType>,
    /// `i8`, `i16`, `i32` and `i64`. `None` if the description lacks the type.
    pub(super) integers: [Option<ValueType>; 4],
}

impl<'s> SelectorTypes<'s> {
    /// # Errors
    ///
    /// If a named type lacks a valid number.
    pub(super) fn new(
        store: &RecordStore,
        all: &'s ValueTypes,
        patterns: &PatternsToMatch,
    ) -> Result<SelectorTypes<'s>, FieldError> {
        let named = |name: &str| all.named(store, name);
        let glue = match named("Glue")? {
            None => named("FlagVT")?,
            glue => glue,
        };
        Ok(SelectorTypes {
            all,
            by_mode: ModeTypes::new(patterns),
            keeps_modes: store.release().has(Feature::SelectorTypesByHwMode),
            glue,
            integers: [named("i8")?, named("i16")?, named("i32")?, named("i64")?],
        })
    }
}
