//! The intrinsics of MVE and CDE.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use super::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, has_field};
use crate::support::mve::Extension;
use crate::support::mve::intrinsic::{Intrinsic, Intrinsics};
use crate::support::mve::mve_type::Types;

pub(super) fn describes_mve(store: &RecordStore) -> bool {
    extension(store) == Some(Extension::Mve)
}

pub(super) fn describes_cde(store: &RecordStore) -> bool {
    extension(store) == Some(Extension::Cde)
}

/// The extension that the description is for: both have the same classes, and builtins of CDE are called so.
fn extension(store: &RecordStore) -> Option<Extension> {
    if !has_field(store, "Intrinsic", "builtinExtension") {
        return None;
    }
    let records = store.derived_if_defined("Intrinsic");
    let is_cde = |extension: Result<&str, _>| extension.is_ok_and(|extension| extension == "cde");
    match records.iter().any(|record| is_cde(record.string("builtinExtension"))) {
        true => Some(Extension::Cde),
        false => Some(Extension::Mve),
    }
}

pub(super) fn read_mve(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    read(store, Extension::Mve)
}

pub(super) fn read_cde(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    read(store, Extension::Cde)
}

fn read(store: &RecordStore, extension: Extension) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = Intrinsics::read(store)?;
    Ok(intrinsics.iter(store).map(|one| summary(&intrinsics.types, one, extension)).collect())
}

fn summary(types: &Types, intrinsic: Intrinsic<'_>, extension: Extension) -> IntrinsicSummary {
    // The header of MVE has each name with and without a prefix, that of CDE only with it.
    let prefix = match extension {
        Extension::Mve => "",
        Extension::Cde => "__arm_",
    };
    let short_name = intrinsic.short_name().map(|name| format!("{prefix}{name}"));
    let parameter = |(at, &ty): (usize, &_)| IntrinsicParameter {
        ty: types.c_name(ty).to_owned(),
        is_immediate: intrinsic.is_immediate(at),
    };
    IntrinsicSummary {
        name: match &short_name {
            Some(name) if intrinsic.flags().is_short_name_only => name.clone(),
            _ => format!("{prefix}{}", intrinsic.full_name()),
        },
        overloaded_name: short_name,
        record: Some(intrinsic.record().name().to_owned()),
        instruction: intrinsic.callee().map(str::to_owned),
        builtin: Some(format!("__builtin_arm_{}_{}", intrinsic.extension(), intrinsic.full_name())),
        element_type: intrinsic.element_type(),
        result: types.c_name(intrinsic.result()).to_owned(),
        parameters: intrinsic.operands().iter().enumerate().map(parameter).collect(),
        guards: IntrinsicGuards {
            condition: (extension == Extension::Cde).then(|| "__ARM_FEATURE_CDE".to_owned()),
            features: features(intrinsic, extension).map(str::to_owned),
            streaming_features: None,
        },
    }
}

/// What the types need.
fn features(intrinsic: Intrinsic<'_>, extension: Extension) -> Option<&'static str> {
    if intrinsic.requires_float() {
        Some("mve.fp")
    } else if extension == Extension::Mve || intrinsic.requires_mve() {
        Some("mve")
    } else {
        None
    }
}
