//! The intrinsics of NEON.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::append;

use super::{IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, has_field, non_empty};
use crate::support::neon::intrinsic::{Intrinsic, Intrinsics};
use crate::support::neon::neon_type::NeonType;

/// Whether the description is of NEON.
pub(super) fn describes(store: &RecordStore) -> bool {
    has_field(store, "Inst", "ArchGuard")
}

/// The intrinsics that can be called.
pub(super) fn read(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = Intrinsics::collect(store)?;
    let available = intrinsics.all.iter().filter(|intrinsic| !intrinsic.is_unavailable);
    available.map(summary).collect()
}

fn summary(intrinsic: &Intrinsic<'_>) -> Result<IntrinsicSummary, Diagnostic> {
    let parameter =
        |ty: &NeonType| IntrinsicParameter { ty: type_name(*ty), is_immediate: ty.is_constant() };
    // Where no other name is stated, the instruction has that of the intrinsic.
    let instruction = match intrinsic.record.field("InstName") {
        Some(_) => intrinsic.record.string("InstName")?,
        None => "",
    };
    let instruction = if instruction.is_empty() { intrinsic.name } else { instruction };
    Ok(IntrinsicSummary {
        name: intrinsic.function_name.clone(),
        overloaded_name: None,
        record: Some(intrinsic.record.name().to_owned()),
        instruction: Some(instruction.to_owned()),
        builtin: intrinsic
            .has_builtin()
            .then(|| format!("__builtin_neon_{}", intrinsic.builtin_name())),
        element_type: intrinsic.element_type(),
        result: type_name(intrinsic.result()),
        parameters: intrinsic.parameters().iter().map(parameter).collect(),
        guards: IntrinsicGuards {
            condition: non_empty(intrinsic.guards.arch),
            features: non_empty(intrinsic.guards.target),
            streaming_features: None,
        },
    })
}

fn type_name(ty: NeonType) -> String {
    let mut name = String::new();
    append!(&mut name, ty);
    name
}
