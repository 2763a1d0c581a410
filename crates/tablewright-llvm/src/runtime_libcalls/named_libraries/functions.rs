//! Setup functions: each makes a library's functions available on a target.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use super::super::condition::condition;
use super::super::groups::{LibcallAvailability, LibcallGroup, LibcallMembers};
use super::super::libcall_impl::LibcallImpl;
use super::definition::{LibraryDefinition, identifier, report_unknown_library};
use crate::record_views::runtime_libcalls::LibraryExclusionRecord;

/// A library's setup function.
pub(super) struct SetupFunction<'s> {
    pub(super) name: String,
    /// Functions common to all variants. `None` for a single variant.
    pub(super) common: Option<LibcallGroup<'s>>,
    pub(super) variants: Vec<LibraryVariant<'s>>,
    pub(super) exclusions: Vec<LibraryExclusion>,
    /// Variants that add excluded functions again.
    pub(super) later_variants: Vec<LibraryVariant<'s>>,
}

/// Library functions on some targets.
pub(super) struct LibraryVariant<'s> {
    /// The condition on the target, in C++. Empty for all targets.
    pub(super) condition: String,
    pub(super) groups: Vec<LibcallGroup<'s>>,
}

/// Functions missing from a library on some targets.
pub(super) struct LibraryExclusion {
    /// The condition on the target, in C++.
    pub(super) condition: String,
    /// Function indices.
    pub(super) impls: Vec<usize>,
}

/// Functions by their availability.
type AvailabilityGroups<'s> = Vec<(LibcallAvailability<'s>, Vec<usize>)>;

/// A definition and its functions.
struct ExpandedDefinition<'a, 's> {
    definition: &'a LibraryDefinition<'s>,
    groups: AvailabilityGroups<'s>,
}

/// An exclusion and the predicate record that it shares with variants.
struct ReadExclusion<'s> {
    library: &'s str,
    predicate: RecordId,
    exclusion: LibraryExclusion,
}

/// Returns the functions, ordered by first definition.
pub(super) fn collect<'s>(
    store: &'s RecordStore,
    definitions: &[LibraryDefinition<'s>],
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<SetupFunction<'s>>, Diagnostic> {
    let mut exclusions = read_exclusions(store, definitions, numbers, diagnostics)?;
    let mut functions: Vec<(&str, Vec<ExpandedDefinition<'_, 's>>)> = Vec::new();
    for definition in definitions {
        let Some(expanded) = expand(store, definition, impls, numbers, diagnostics)? else {
            continue;
        };
        match functions.iter_mut().find(|(name, _)| *name == definition.function) {
            Some((_, definitions)) => definitions.push(expanded),
            None => functions.push((definition.function, vec![expanded])),
        }
    }
    let mut printed = Vec::with_capacity(functions.len());
    for (name, definitions) in functions {
        let excluded;
        (excluded, exclusions) = exclusions.into_iter().partition(|each| each.library == name);
        printed.push(setup_function(name, definitions, excluded)?);
    }
    Ok(printed)
}

fn read_exclusions<'s>(
    store: &'s RecordStore,
    definitions: &[LibraryDefinition<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ReadExclusion<'s>>, FieldError> {
    let mut exclusions = Vec::new();
    for record in LibraryExclusionRecord::all(store)? {
        let library = record.library_name()?;
        if !definitions.iter().any(|definition| definition.library == library) {
            let role = "LibraryExclusion library";
            report_unknown_library(role, library, record.into(), diagnostics);
            continue;
        }
        let predicate = record.predicate()?;
        let excluded = record.exclude()?;
        let impls: Vec<usize> =
            excluded.iter().filter_map(|each| numbers.get(&each.id()).copied()).collect();
        if !impls.is_empty() {
            let exclusion = LibraryExclusion { condition: condition(predicate)?.into(), impls };
            exclusions.push(ReadExclusion { library, predicate: predicate.id(), exclusion });
        }
    }
    Ok(exclusions)
}

/// Returns the functions in a definition. `None` after a reported error.
fn expand<'a, 's>(
    store: &'s RecordStore,
    definition: &'a LibraryDefinition<'s>,
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Option<ExpandedDefinition<'a, 's>>, Diagnostic> {
    let record: Record<'s> = definition.record.into();
    let value = definition.record.impls()?;
    let members =
        LibcallMembers::read(store, |sets, members| sets.evaluate(value, record, members))?;
    match members.by_availability(record, "LibcallLibrary", numbers) {
        Ok(mut groups) => {
            groups.sort_by_key(|(each, _)| (each.predicate_name(), each.calling_conv_name()));
            for (_, indices) in &mut groups {
                indices.sort_by_key(|&index| (impls[index].libcall.0, index));
            }
            Ok(Some(ExpandedDefinition { definition, groups }))
        }
        Err(error) => {
            diagnostics.push(error);
            Ok(None)
        }
    }
}

fn setup_function<'s>(
    name: &str,
    mut definitions: Vec<ExpandedDefinition<'_, 's>>,
    exclusions: Vec<ReadExclusion<'s>>,
) -> Result<SetupFunction<'s>, FieldError> {
    let common = take_common(&mut definitions);
    let common = (!common.is_empty())
        .then(|| LibcallGroup::new(LibcallAvailability::ALWAYS, common))
        .transpose()?;
    let (mut variants, mut later_variants) = (Vec::new(), Vec::new());
    for ExpandedDefinition { definition, groups } in definitions {
        let predicate = definition.record.predicate()?.id();
        let is_member = |index: &usize| groups.iter().any(|(_, group)| group.contains(index));
        let adds_again = exclusions
            .iter()
            .any(|each| each.predicate == predicate && each.exclusion.impls.iter().any(is_member));
        let condition = definition.condition.clone();
        let groups = groups.into_iter().filter(|(_, group)| !group.is_empty());
        let groups = groups.map(|(availability, group)| LibcallGroup::new(availability, group));
        let variant = LibraryVariant { condition, groups: groups.collect::<Result<_, _>>()? };
        if adds_again { &mut later_variants } else { &mut variants }.push(variant);
    }
    let exclusions = exclusions.into_iter().map(|each| each.exclusion).collect();
    Ok(SetupFunction { name: identifier(name), common, variants, exclusions, later_variants })
}

/// Removes the unconditional functions common to all definitions, and returns them. A single definition keeps its functions.
fn take_common(definitions: &mut [ExpandedDefinition<'_, '_>]) -> Vec<usize> {
    let always = |definition: &ExpandedDefinition<'_, '_>| -> Vec<usize> {
        let mut groups = definition.groups.iter();
        let group = groups.find(|(availability, _)| availability.is_always());
        group.map(|(_, indices)| indices.clone()).unwrap_or_default()
    };
    let [first, others @ ..] = &*definitions else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let others: Vec<Vec<usize>> = others.iter().map(always).collect();
    let mut common = always(first);
    common.retain(|index| others.iter().all(|indices| indices.contains(index)));
    for definition in definitions {
        for (availability, indices) in &mut definition.groups {
            if availability.is_always() {
                indices.retain(|index| !common.contains(index));
            }
        }
    }
    common
}
