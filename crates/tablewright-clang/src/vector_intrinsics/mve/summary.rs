//! MVE and CDE intrinsic summaries.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use super::intrinsic::{MveIntrinsic, MveIntrinsics};
use super::mve_type::MveTypes;
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::{
    IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, text_of,
};

pub(crate) fn read(
    store: &RecordStore,
    family: IntrinsicFamily,
) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = MveIntrinsics::read(store)?;
    Ok(intrinsics.iter(store).map(|one| summary(&intrinsics.types, one, family)).collect())
}

fn summary(
    types: &MveTypes,
    intrinsic: MveIntrinsic<'_>,
    family: IntrinsicFamily,
) -> IntrinsicSummary {
    // MVE's header has each name with and without a prefix, CDE's header only with the prefix.
    let prefix = if family == IntrinsicFamily::Mve { "" } else { "__arm_" };
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
        builtin: Some(text_of(intrinsic.builtin())),
        element_type: intrinsic.element_type(),
        result: types.c_name(intrinsic.result()).to_owned(),
        parameters: intrinsic.operands().iter().enumerate().map(parameter).collect(),
        guards: IntrinsicGuards {
            condition: (family == IntrinsicFamily::Cde).then(|| "__ARM_FEATURE_CDE".to_owned()),
            features: features(intrinsic, family).map(str::to_owned),
            streaming_features: None,
        },
    }
}

/// Returns the features that the types require.
fn features(intrinsic: MveIntrinsic<'_>, family: IntrinsicFamily) -> Option<&'static str> {
    if intrinsic.requires_float() {
        Some("mve.fp")
    } else if family == IntrinsicFamily::Mve || intrinsic.requires_mve() {
        Some("mve")
    } else {
        None
    }
}
