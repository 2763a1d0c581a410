//! The intrinsics of SVE and SME.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{Append, append};

use super::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, has_field, non_empty};
use crate::support::sve::Extension;
use crate::support::sve::intrinsic::{Intrinsic, IntrinsicId, Intrinsics};
use crate::support::sve::reinterpretation::{Reinterpretation, reinterpretations_of_all_tuples};

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
    summaries.extend(reinterpretations_of_all_tuples().map(reinterpretation));
    Ok(summaries)
}

pub(super) fn read_sme(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    read(store, Extension::Sme)
}

fn read(store: &RecordStore, extension: Extension) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = Intrinsics::read(store)?;
    let ids = intrinsics.all.indices();
    Ok(ids.map(|id| summary(store, &intrinsics, id, extension)).collect())
}

fn summary(
    store: &RecordStore,
    intrinsics: &Intrinsics,
    id: IntrinsicId,
    extension: Extension,
) -> IntrinsicSummary {
    let Intrinsic { signature, short_name, llvm_name, .. } = intrinsics.all[id];
    let types = intrinsics.types(id);
    let type_name = |ty| text(intrinsics.signatures.ty(ty));
    // A prototype of a result alone says `v` for no parameters.
    let parameters = types[1..].iter().enumerate().map(|(operand, &ty)| IntrinsicParameter {
        ty: type_name(ty),
        is_immediate: intrinsics.is_constant(id, operand),
    });
    let name = &intrinsics.full_names[id];
    let guards = intrinsics.guards[intrinsics.inst(id).guards];
    IntrinsicSummary {
        name: name.to_owned(),
        overloaded_name: short_name.map(|short| intrinsics.names[short].to_owned()),
        record: Some(intrinsics.record(id, store).name().to_owned()),
        instruction: non_empty(&intrinsics.names[llvm_name]),
        builtin: Some(format!("__builtin_{}_{name}", extension.lower())),
        element_type: text(intrinsics.signatures.get(signature).base.suffix()),
        result: type_name(types[0]),
        parameters: parameters.filter(|parameter| parameter.ty != "void").collect(),
        guards: IntrinsicGuards {
            condition: None,
            features: non_empty(guards.sve(store)),
            streaming_features: non_empty(guards.sme(store)),
        },
    }
}

/// A function that takes a vector's bits as another type: the header declares those for any
/// description, and no record stands for them.
fn reinterpretation(one: Reinterpretation) -> IntrinsicSummary {
    let (name, suffix) = (text(one), text(one.to.suffix()));
    IntrinsicSummary {
        name: format!("sv{name}"),
        overloaded_name: Some(format!("svreinterpret_{suffix}")),
        record: None,
        instruction: None,
        builtin: Some(format!("__builtin_sve_{name}")),
        element_type: suffix,
        result: text(one.to),
        parameters: vec![IntrinsicParameter { ty: text(one.from), is_immediate: false }],
        guards: IntrinsicGuards {
            condition: None,
            features: Some("sve".to_owned()),
            streaming_features: Some("sme".to_owned()),
        },
    }
}

fn text(part: impl Append) -> String {
    let mut text = String::new();
    append!(&mut text, part);
    text
}
