//! NEON intrinsic summaries.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use super::intrinsic::{NeonIntrinsic, NeonIntrinsics};
use super::neon_type::NeonType;
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::{
    IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, non_empty, text_of,
};

/// Summarizes the intrinsics that can be called.
pub(crate) fn read(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = NeonIntrinsics::read(store)?;
    let available = intrinsics.iter(store).filter(|intrinsic| !intrinsic.is_unavailable());
    available.map(|intrinsic| summary(&intrinsic)).collect()
}

fn summary(intrinsic: &NeonIntrinsic<'_>) -> Result<IntrinsicSummary, Diagnostic> {
    let parameter =
        |ty: &NeonType| IntrinsicParameter { ty: text_of(ty), is_immediate: ty.is_constant() };
    // Most instructions have the same name as the intrinsic.
    let record = intrinsic.record();
    let instruction = match record.inst_name()? {
        "" => intrinsic.name(),
        mnemonic => mnemonic,
    };
    let builtin = IntrinsicFamily::Neon.builtin(intrinsic.builtin_name());
    Ok(IntrinsicSummary {
        name: text_of(intrinsic.function_name()),
        overloaded_name: None,
        record: Some(record.name().to_owned()),
        instruction: Some(instruction.to_owned()),
        builtin: intrinsic.has_builtin().then(|| text_of(builtin)),
        element_type: text_of(intrinsic.element_type()),
        result: text_of(intrinsic.result()),
        parameters: intrinsic.parameters().iter().map(parameter).collect(),
        guards: IntrinsicGuards {
            condition: non_empty(intrinsic.guards().arch),
            features: non_empty(intrinsic.guards().target),
            streaming_features: None,
        },
    })
}
