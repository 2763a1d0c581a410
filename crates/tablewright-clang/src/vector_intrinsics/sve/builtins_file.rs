//! Builtins of SVE and SME.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::append;

use super::by_name::ByName;
use super::intrinsic::{GuardsId, SveGuards, SveIntrinsics};
use super::reinterpretation::{Reinterpretation, reinterpretations_of_all_tuples};
use super::signature::{SveSignatureId, SveTypeId};
use crate::support::texts::UnescapedTexts;
use crate::vector_intrinsics::builtin_list::{BuiltinList, BuiltinRow, BuiltinRows};
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::field_error;
use crate::vector_intrinsics::summary::text_of;

/// The guard for reinterpretations.
const REINTERPRETATION_GUARD: &str = "sme|sve";

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let prototypes = prototypes(job.store, intrinsics)?;
    let target_guards: IndexVec<GuardsId, String> =
        intrinsics.guards.iter().map(target_guard).collect();
    let rows = by_name.iter().map(|&id| {
        let prototype = &prototypes[intrinsics.all[id].signature];
        let guard = &target_guards[intrinsics.inst(id).guards];
        row(&intrinsics.full_names[id], prototype, guard)
    });
    let described = BuiltinRows { strings: vec!["n"], rows: rows.collect() };
    let reinterpretations = (family == IntrinsicFamily::Sve).then(|| {
        let rows = reinterpretations_of_all_tuples(job.store).map(|one| {
            row(text_of(one), prototype_of_reinterpretation(one), REINTERPRETATION_GUARD)
        });
        BuiltinRows { strings: vec![REINTERPRETATION_GUARD], rows: rows.collect() }
    });
    let groups = std::iter::once(described).chain(reinterpretations);
    let list = BuiltinList::new(family, job.store, groups);
    job.write_cpp(|w| list.emit(w))
}

fn row<'r>(
    name: impl Into<Cow<'r, str>>,
    prototype: impl Into<Cow<'r, str>>,
    guard: &'r str,
) -> BuiltinRow<'r> {
    let (name, prototype) = (name.into(), Some(prototype.into()));
    BuiltinRow { name, prototype, attributes: "n", features: Some(guard) }
}

fn prototypes(
    store: &RecordStore,
    intrinsics: &SveIntrinsics,
) -> Result<UnescapedTexts<SveSignatureId>, FieldError> {
    let signatures = &intrinsics.signatures;
    let type_strings: IndexVec<SveTypeId, Result<String, String>> =
        signatures.distinct_types.iter().map(|ty| ty.type_string().map(text_of)).collect();
    let mut prototypes = UnescapedTexts::new();
    for signature in signatures.ids() {
        let pushed = prototypes.try_push(|out| {
            for &ty in signatures.types(signature) {
                out.push_str(type_strings[ty].as_ref()?);
            }
            Ok::<(), &String>(())
        });
        pushed.map_err(|problem| {
            let record = intrinsics.first_record(signature, store);
            field_error(record, "Prototype", problem)
        })?;
    }
    Ok(prototypes)
}

fn target_guard(guards: &SveGuards) -> String {
    let part = |guard: &str| {
        if guard.contains([',', '|']) { format!("({guard})") } else { guard.to_owned() }
    };
    let (sve, sme): (&str, &str) = (&guards.sve, &guards.sme);
    match (sve.is_empty(), sme.is_empty()) {
        (false, true) => sve.to_owned(),
        (true, false) => sme.to_owned(),
        _ => format!("{}|{}", part(sve), part(sme)),
    }
}

fn prototype_of_reinterpretation(reinterpretation: Reinterpretation) -> String {
    let mut prototype = String::new();
    for ty in [reinterpretation.to, reinterpretation.from] {
        match ty.type_string() {
            Ok(string) => append!(&mut prototype, string),
            Err(_) => debug_assert!(false, "Clang has these types"),
        }
    }
    prototype
}
