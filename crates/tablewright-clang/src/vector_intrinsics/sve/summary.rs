//! SVE and SME intrinsic summaries.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;

use super::intrinsic::{SveIntrinsic, SveIntrinsicId, SveIntrinsics};
use super::reinterpretation::{Reinterpretation, reinterpretations_of_all_tuples};
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::{
    IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, non_empty, text_of,
};

pub(crate) fn read(
    store: &RecordStore,
    family: IntrinsicFamily,
) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let intrinsics = SveIntrinsics::read(store)?;
    let ids = intrinsics.all.indices();
    let mut summaries: Vec<IntrinsicSummary> =
        ids.map(|id| summary(store, &intrinsics, id, family)).collect();
    if family == IntrinsicFamily::Sve {
        summaries.extend(reinterpretations_of_all_tuples(store).map(reinterpretation));
    }
    Ok(summaries)
}

fn summary(
    store: &RecordStore,
    intrinsics: &SveIntrinsics,
    id: SveIntrinsicId,
    family: IntrinsicFamily,
) -> IntrinsicSummary {
    let SveIntrinsic { signature, short_name, llvm_name, .. } = intrinsics.all[id];
    let types = intrinsics.types(id);
    let type_name = |ty| text_of(intrinsics.signatures.ty(ty));
    // A prototype without parameters has a `v`.
    let parameters = types[1..].iter().enumerate().map(|(operand, &ty)| IntrinsicParameter {
        ty: type_name(ty),
        is_immediate: intrinsics.is_constant(id, operand),
    });
    let name = &intrinsics.full_names[id];
    let guards = &intrinsics.guards[intrinsics.inst(id).guards];
    IntrinsicSummary {
        name: name.to_owned(),
        overloaded_name: short_name.map(|short| intrinsics.names[short].to_owned()),
        record: Some(intrinsics.record(id, store).name().to_owned()),
        instruction: non_empty(&intrinsics.names[llvm_name]),
        builtin: Some(text_of(family.builtin(name))),
        element_type: text_of(intrinsics.signatures.get(signature).base.suffix()),
        result: type_name(types[0]),
        parameters: parameters.filter(|parameter| parameter.ty != "void").collect(),
        guards: IntrinsicGuards {
            condition: None,
            features: non_empty(&guards.sve),
            streaming_features: non_empty(&guards.sme),
        },
    }
}

/// Summarizes a reinterpretation. The header declares it for any description, without a record.
fn reinterpretation(one: Reinterpretation) -> IntrinsicSummary {
    let (name, suffix) = (text_of(one), text_of(one.to.suffix()));
    IntrinsicSummary {
        name: format!("sv{name}"),
        overloaded_name: Some(format!("svreinterpret_{suffix}")),
        record: None,
        instruction: None,
        builtin: Some(text_of(IntrinsicFamily::Sve.builtin(one))),
        element_type: suffix,
        result: text_of(one.to),
        parameters: vec![IntrinsicParameter { ty: text_of(one.from), is_immediate: false }],
        guards: IntrinsicGuards {
            condition: None,
            features: Some("sve".to_owned()),
            streaming_features: Some("sme".to_owned()),
        },
    }
}
