//! Builtins as calls to the macro `TARGET_BUILTIN`.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_text::{Append, CppWriter, append};

use super::by_name::ByName;
use super::field_error;
use super::intrinsic::{GuardsId, SveGuards, SveIntrinsicId, SveIntrinsics};
use super::reinterpretation::{Reinterpretation, reinterpretations_of_all_tuples};
use super::signature::{SveSignatureId, SveTypeId};
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, BuiltinTableAvailability, emit_builtin_table,
};
use crate::support::texts::UnescapedTexts;
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::text_of;

struct BuiltinsModel<'s> {
    intrinsics: &'s SveIntrinsics,
    by_name: &'s [SveIntrinsicId],
    prototypes: UnescapedTexts<SveSignatureId>,
    /// Target features in Clang's form.
    target_guards: IndexVec<GuardsId, String>,
    /// Each with its prototype.
    reinterpretations: Vec<(Reinterpretation, String)>,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let guards = intrinsics.guards.iter();
    let model = BuiltinsModel {
        intrinsics,
        by_name,
        prototypes: prototypes(job.store, intrinsics)?,
        target_guards: guards.map(target_guard).collect(),
        reinterpretations: if family == IntrinsicFamily::Sve {
            with_prototypes(reinterpretations_of_all_tuples(job.store))
        } else {
            Vec::new()
        },
    };
    if job.store.release().has(Feature::BuiltinTables) {
        let table = builtin_table(&model);
        let prefix = text_of(family.builtin(""));
        return job.write_cpp(|w| emit_builtin_table(&table, family.name(), &prefix, w));
    }
    job.write_cpp(|w| emit(&model, family, w))
}

/// The guard for reinterpretations.
const REINTERPRETATION_GUARD: &str = "sme|sve";

fn builtin_table(model: &BuiltinsModel<'_>) -> BuiltinTable {
    let BuiltinsModel { intrinsics, by_name, prototypes, target_guards, reinterpretations } = model;
    let mut strings = BuiltinStrings::new();
    let attributes = strings.add("n");
    let mut builtins = Vec::with_capacity(by_name.len() + reinterpretations.len());
    for &id in *by_name {
        let prototype = &prototypes[intrinsics.all[id].signature];
        let guard = &target_guards[intrinsics.inst(id).guards];
        let name = strings.add(&intrinsics.full_names[id]);
        let ty = Some(strings.add(prototype));
        let availability = Some(BuiltinTableAvailability::for_target(strings.add(guard)));
        builtins.push(BuiltinInfo { name, ty, attributes: attributes.clone(), availability });
    }
    if !reinterpretations.is_empty() {
        let guard = strings.add(REINTERPRETATION_GUARD);
        for (reinterpretation, prototype) in reinterpretations {
            let (name, ty) = (strings.add(&text_of(reinterpretation)), strings.add(prototype));
            let availability = Some(BuiltinTableAvailability::for_target(guard.clone()));
            let attributes = attributes.clone();
            builtins.push(BuiltinInfo { name, ty: Some(ty), attributes, availability });
        }
    }
    BuiltinTable { strings, builtins }
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

fn with_prototypes(
    reinterpretations: impl Iterator<Item = Reinterpretation>,
) -> Vec<(Reinterpretation, String)> {
    reinterpretations.map(|one| (one, prototype_of_reinterpretation(one))).collect()
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

fn emit(model: &BuiltinsModel<'_>, family: IntrinsicFamily, w: &mut CppWriter) {
    let BuiltinsModel { intrinsics, by_name, prototypes, target_guards, reinterpretations } = model;
    append!(w, "#ifdef GET_", family.name(), "_BUILTINS\n");
    for &id in *by_name {
        let prototype = &prototypes[intrinsics.all[id].signature];
        let target_guard = &target_guards[intrinsics.inst(id).guards];
        emit_builtin(&intrinsics.full_names[id], prototype, target_guard, family, w);
    }
    for (reinterpretation, prototype) in reinterpretations {
        emit_builtin(reinterpretation, prototype, REINTERPRETATION_GUARD, family, w);
    }
    append!(w, "#endif\n\n");
}

fn emit_builtin(
    name: impl Append,
    prototype: &str,
    target_guard: &str,
    family: IntrinsicFamily,
    w: &mut CppWriter,
) {
    append!(w, "TARGET_BUILTIN(", family.builtin(name), ", \"", prototype, "\", \"n\", \"");
    append!(w, target_guard, "\")\n");
}
