//! Deprecated instructions: `Deprecated` and `ComplexDeprecationPredicate` (`Target.td`).

use std::borrow::Cow;

use tablewright_records::{FieldError, Record};

use super::InstrAnalyses;

/// The deprecation of each instruction, in the order of their numbers.
pub(crate) struct Deprecation<'s> {
    /// By a feature, with which they are deprecated. Empty where none is.
    pub(crate) features: Vec<Option<Cow<'s, str>>>,
    /// By a function, the name of which contains this. Empty where none is.
    pub(crate) functions: Vec<Option<&'s str>>,
}

impl<'s> Deprecation<'s> {
    pub(super) fn collect(analyses: InstrAnalyses<'s>) -> Result<Deprecation<'s>, FieldError> {
        let mut features = Vec::with_capacity(analyses.instructions.len());
        let mut functions = Vec::with_capacity(analyses.instructions.len());
        for (_, record) in analyses.records() {
            // A function decides alone, whatever features there are.
            let function = function(record)?;
            features.push(if function.is_some() { None } else { feature(record) });
            functions.push(function);
        }
        Ok(Deprecation { features: unless_none(features), functions: unless_none(functions) })
    }
}

fn unless_none<T>(entries: Vec<Option<T>>) -> Vec<Option<T>> {
    if entries.iter().any(Option::is_some) { entries } else { Vec::new() }
}

fn function(instruction: Record<'_>) -> Result<Option<&str>, FieldError> {
    const FIELD: &str = "ComplexDeprecationPredicate";
    instruction.field(FIELD).map(|_| instruction.string(FIELD)).transpose()
}

fn feature(instruction: Record<'_>) -> Option<Cow<'_, str>> {
    let mask = instruction.field("DeprecatedFeatureMask")?;
    Some(instruction.store().value_text(mask.value).into())
}
