//! Deprecated instructions: `Deprecated` and `ComplexDeprecationPredicate` (`Target.td`).

use std::borrow::Cow;

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_target::record_views::instruction::{
    ComplexDeprecationPredicateRecord, DeprecatedRecord,
};

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
            features.push(if function.is_some() { None } else { feature(record)? });
            functions.push(function);
        }
        Ok(Deprecation { features: unless_none(features), functions: unless_none(functions) })
    }
}

fn unless_none<T>(entries: Vec<Option<T>>) -> Vec<Option<T>> {
    if entries.iter().any(Option::is_some) { entries } else { Vec::new() }
}

// An instruction may have the fields without the classes.

fn function(instruction: Record<'_>) -> Result<Option<&str>, FieldError> {
    let predicate = ComplexDeprecationPredicateRecord::new(instruction);
    let has_predicate = ComplexDeprecationPredicateRecord::has_fields(instruction);
    has_predicate.then(|| predicate.complex_deprecation_predicate()).transpose()
}

fn feature(instruction: Record<'_>) -> Result<Option<Cow<'_, str>>, FieldError> {
    if !DeprecatedRecord::has_fields(instruction) {
        return Ok(None);
    }
    let mask = DeprecatedRecord::new(instruction).deprecated_feature_mask()?;
    Ok(Some(instruction.store().value_text(mask).into()))
}
