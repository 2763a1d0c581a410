//! Deprecated instructions: `Deprecated` and `ComplexDeprecationPredicate` (`Target.td`).

use std::borrow::Cow;

use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_target::record_views::instruction::{
    ComplexDeprecationPredicateRecord, DeprecatedRecord,
};

use super::InstrAnalyses;

/// Instruction deprecations, in instruction number order.
pub(crate) struct InstrInfoDeprecation<'s> {
    /// Deprecating feature by instruction. Empty if there are none.
    pub(crate) features: Vec<Option<Cow<'s, str>>>,
    /// Deprecation function by instruction. Empty if there are none.
    pub(crate) functions: Vec<Option<DeprecationFunction<'s>>>,
    pub(crate) form: FunctionsForm,
}

/// A function that checks whether an instruction is deprecated.
pub(crate) struct DeprecationFunction<'s> {
    pub(crate) instruction: &'s str,
    /// The part of its name that is its own.
    pub(crate) name: &'s str,
}

/// The lookup method for an instruction's function.
#[derive(Clone, Copy)]
pub(crate) enum FunctionsForm {
    /// In a pointer table with an element for each instruction.
    Table,
    /// By a function that calls them.
    Switch,
}

impl<'s> InstrInfoDeprecation<'s> {
    pub(super) fn collect(
        analyses: InstrAnalyses<'s>,
    ) -> Result<InstrInfoDeprecation<'s>, FieldError> {
        let mut features = Vec::with_capacity(analyses.instructions.len());
        let mut functions = Vec::with_capacity(analyses.instructions.len());
        for (_, record) in analyses.records() {
            // If there is a function, it decides alone, independently of features.
            let function = function(record)?;
            features.push(if function.is_some() { None } else { feature(record)? });
            functions.push(function);
        }
        let form = if analyses.store.release().has(Feature::DeprecationIsOneFunction) {
            FunctionsForm::Switch
        } else {
            FunctionsForm::Table
        };
        Ok(InstrInfoDeprecation {
            features: unless_none(features),
            functions: unless_none(functions),
            form,
        })
    }
}

fn unless_none<T>(entries: Vec<Option<T>>) -> Vec<Option<T>> {
    if entries.iter().any(Option::is_some) { entries } else { Vec::new() }
}

// An instruction may have the fields without the classes.

fn function(instruction: Record<'_>) -> Result<Option<DeprecationFunction<'_>>, FieldError> {
    if !ComplexDeprecationPredicateRecord::has_fields(instruction) {
        return Ok(None);
    }
    let predicate = ComplexDeprecationPredicateRecord::new(instruction);
    let name = predicate.complex_deprecation_predicate()?;
    Ok(Some(DeprecationFunction { instruction: instruction.name(), name }))
}

fn feature(instruction: Record<'_>) -> Result<Option<Cow<'_, str>>, FieldError> {
    if !DeprecatedRecord::has_fields(instruction) {
        return Ok(None);
    }
    let mask = DeprecatedRecord::new(instruction).deprecated_feature_mask()?;
    Ok(Some(instruction.store().value_text(mask).into()))
}
