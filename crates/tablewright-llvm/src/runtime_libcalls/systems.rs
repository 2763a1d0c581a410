//! The functions that each system has, and under which conditions.

use rustc_hash::FxHashMap;
use tablewright_records::{Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::quicksort_by;

use super::condition::condition;
use super::groups::{LibcallGroup, LibcallMembers};
use super::libcall_impl::LibcallImpl;
use crate::record_views::runtime_libcalls::SystemRuntimeLibraryRecord;

/// The functions available on a system.
pub(super) struct SystemLibrary<'s> {
    /// The condition on the target, in C++.
    pub(super) condition: String,
    /// The default calling convention, unless it is C's.
    pub(super) default_calling_conv: Option<&'s str>,
    /// The functions available on all systems with this condition, as bits by function number.
    pub(super) available: Vec<u64>,
    pub(super) groups: Vec<LibcallGroup<'s>>,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<SystemLibrary<'s>>, Diagnostic> {
    let mut libraries = Vec::new();
    for record in SystemRuntimeLibraryRecord::all(store)? {
        libraries.push(library(store, record, impls, numbers, diagnostics)?);
    }
    Ok(libraries)
}

fn library<'s>(
    store: &'s RecordStore,
    record: SystemRuntimeLibraryRecord<'s>,
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<SystemLibrary<'s>, Diagnostic> {
    let members_record: Record<'s> = record.members()?.into();
    let members = LibcallMembers::read(store, |sets, members| {
        match sets.expand(members_record)? {
            Some(elements) => members.extend(&elements),
            None => members.insert(members_record.id()),
        }
        Ok(())
    })?;
    let mut groups = members.by_availability(record.into(), "SystemLibrary", numbers)?;
    quicksort_by(&mut groups, |(a, _), (b, _)| a.predicate_name() < b.predicate_name());
    let mut available = vec![0; (impls.len() + 1).div_ceil(64)];
    for (availability, indices) in &groups {
        if availability.predicate.is_none() {
            indices.iter().for_each(|index| available[(index + 1) / 64] |= 1 << ((index + 1) % 64));
        }
    }
    let mut printed = Vec::with_capacity(groups.len());
    for (availability, indices) in groups {
        let indices = without_conflicts(record, indices, impls, diagnostics);
        printed.push(LibcallGroup::new(availability, indices)?);
    }
    let default = record.default_calling_conv()?.calling_conv()?;
    Ok(SystemLibrary {
        condition: condition(record.triple_predicate()?)?.into(),
        default_calling_conv: Some(default).filter(|conv| !conv.is_empty()),
        available,
        groups: printed,
    })
}

/// Returns the functions in operation order, one for each operation. Warns about further functions for the same
/// operation.
fn without_conflicts(
    library: SystemRuntimeLibraryRecord<'_>,
    mut indices: Vec<usize>,
    impls: &[LibcallImpl<'_>],
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    indices.sort_by_key(|&index| impls[index].libcall.0);
    let mut unique: Vec<usize> = Vec::with_capacity(indices.len());
    for index in indices {
        match unique.last() {
            Some(&first) if impls[first].libcall.0 == impls[index].libcall.0 => {
                let message = format!(
                    "conflicting implementations for libcall {}: {}, {}",
                    impls[index].libcall.1, impls[first].symbol, impls[index].symbol
                );
                let at = library.pos();
                diagnostics.warning(Code::RuntimeLibcalls, at, message);
            }
            _ => unique.push(index),
        }
    }
    unique
}
