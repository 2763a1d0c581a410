//! The intrinsics of SVE and SME.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::append;

use super::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, has_field, non_empty};
use crate::support::sve::Extension;
use crate::support::sve::flags::Flags;
use crate::support::sve::header::{Reinterpretation, reinterpretations};
use crate::support::sve::intrinsic::{self, Intrinsic};
use crate::support::sve::sve_type::SveType;

pub(super) fn describes_sve(store: &RecordStore) -> bool {
    extension(store) == Some(Extension::Sve)
}

pub(super) fn describes_sme(store: &RecordStore) -> bool {
    extension(store) == Some(Extension::Sme)
}

/// The extension that the description is for. Nothing of SME can be used outside of streaming mode or
/// without SME.
fn extension(store: &RecordStore) -> Option<Extension> {
    if !has_field(store, "Inst", "SVETargetGuard") {
        return None;
    }
    let records = store.derived_if_defined("Inst");
    let needs_sme = |guard: Result<&str, _>| guard.is_ok_and(|guard| guard.is_empty());
    match records.iter().all(|record| needs_sme(record.string("SVETargetGuard"))) {
        true => Some(Extension::Sme),
        false => Some(Extension::Sve),
    }
}

pub(super) fn read_sve(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let mut summaries = read(store, Extension::Sve)?;
    summaries.extend(reinterpretations().iter().map(reinterpretation));
    Ok(summaries)
}

pub(super) fn read_sme(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    read(store, Extension::Sme)
}

fn read(store: &RecordStore, extension: Extension) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let flags = Flags::collect(store)?;
    let intrinsics = intrinsic::collect(store, &flags)?;
    Ok(intrinsics.iter().map(|intrinsic| summary(intrinsic, extension)).collect())
}

fn summary(intrinsic: &Intrinsic<'_>, extension: Extension) -> IntrinsicSummary {
    // A prototype of a result alone says `v` for no parameters.
    let parameters = intrinsic.types[1..].iter().enumerate().map(|(operand, ty)| {
        IntrinsicParameter { ty: type_name(ty), is_immediate: intrinsic.is_constant(operand) }
    });
    IntrinsicSummary {
        name: intrinsic.full_name.clone(),
        overloaded_name: intrinsic.short_name.clone(),
        record: Some(intrinsic.record.name().to_owned()),
        instruction: non_empty(&intrinsic.llvm_name),
        builtin: Some(format!("__builtin_{}_{}", extension.lower(), intrinsic.full_name)),
        element_type: intrinsic.base.suffix(),
        result: type_name(&intrinsic.types[0]),
        parameters: parameters.filter(|parameter| parameter.ty != "void").collect(),
        guards: IntrinsicGuards {
            condition: None,
            features: non_empty(intrinsic.guards.sve),
            streaming_features: non_empty(intrinsic.guards.sme),
        },
    }
}

/// The header has these functions, whatever the description holds.
fn reinterpretation(one: &Reinterpretation) -> IntrinsicSummary {
    IntrinsicSummary {
        name: format!("sv{}", one.builtin),
        overloaded_name: Some(format!("svreinterpret_{}", one.to_suffix)),
        record: None,
        instruction: None,
        builtin: Some(format!("__builtin_sve_{}", one.builtin)),
        element_type: one.to_suffix.to_owned(),
        result: type_name(&one.to),
        parameters: vec![IntrinsicParameter { ty: type_name(&one.from), is_immediate: false }],
        guards: IntrinsicGuards {
            condition: None,
            features: Some("sve".to_owned()),
            streaming_features: Some("sme".to_owned()),
        },
    }
}

fn type_name(ty: &SveType) -> String {
    let mut name = String::new();
    append!(&mut name, *ty);
    name
}
