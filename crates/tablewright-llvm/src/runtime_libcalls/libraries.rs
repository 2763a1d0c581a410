//! The functions that each system has, and under which conditions.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tablewright_records::set_theory::{OrderedSet, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::quicksort_by;

use super::libcall_impl::LibcallImpl;
use crate::record_views::runtime_libcalls::{
    LibcallCallingConvRecord, LibcallImplsRecord, RuntimeLibcallImplRecord,
    RuntimeLibcallPredicateRecord, SystemRuntimeLibraryRecord,
};

/// The default predicate for function names.
const ALWAYS_AVAILABLE: &str = "AlwaysAvailable";

/// The functions available on a system.
pub(super) struct Library<'s> {
    /// The condition on the target, in C++.
    pub(super) condition: &'s str,
    /// The default calling convention, unless it is C's.
    pub(super) default_calling_conv: Option<&'s str>,
    /// The functions available on all systems with this condition, as bits by function number.
    pub(super) available: Vec<u64>,
    pub(super) groups: Vec<LibcallGroup<'s>>,
}

/// Functions with the same condition and calling convention.
pub(super) struct LibcallGroup<'s> {
    /// Name of the function array.
    pub(super) array: String,
    /// The condition in C++; `None` for unconditional functions.
    pub(super) condition: Option<&'s str>,
    pub(super) calling_conv: Option<&'s str>,
    /// Function indices.
    pub(super) impls: Vec<usize>,
}

/// The condition and the calling convention of a function.
#[derive(Clone, Copy)]
struct LibcallAvailability<'s> {
    /// `None` for an unconditional function.
    predicate: Option<RuntimeLibcallPredicateRecord<'s>>,
    calling_conv: Option<LibcallCallingConvRecord<'s>>,
}

impl<'s> LibcallAvailability<'s> {
    const ALWAYS: LibcallAvailability<'s> =
        LibcallAvailability { predicate: None, calling_conv: None };

    fn new(set: LibcallImplsRecord<'s>) -> Result<LibcallAvailability<'s>, FieldError> {
        let predicate = set.availability_predicate()?;
        let is_always = predicate.condition()?.is_empty();
        let predicate = (!is_always).then_some(predicate);
        Ok(LibcallAvailability { predicate, calling_conv: set.calling_conv()? })
    }

    fn is_always(&self) -> bool {
        self.predicate.is_none() && self.calling_conv.is_none()
    }

    /// Returns the key that distinguishes groups.
    fn key(&self) -> (Option<RecordId>, Option<RecordId>) {
        (self.predicate.map(|p| p.id()), self.calling_conv.map(|c| c.id()))
    }
}

/// Function availability, filled while function sets are expanded.
type Availabilities<'s> = Rc<RefCell<FxHashMap<RecordId, LibcallAvailability<'s>>>>;

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Library<'s>>, Diagnostic> {
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
) -> Result<Library<'s>, Diagnostic> {
    // A set may be part of several libraries, with other conditions around it in each.
    let availabilities = Availabilities::default();
    let mut sets = set_theory(store, &availabilities)?;
    let mut members: OrderedSet<RecordId> = OrderedSet::default();
    let members_record: Record<'s> = record.members()?.into();
    match sets.expand(members_record)? {
        Some(elements) => members.extend(&elements),
        None => members.insert(members_record.id()),
    }
    let availabilities = availabilities.borrow();
    let mut groups: Vec<(LibcallAvailability<'s>, Vec<usize>)> = Vec::new();
    for &member in members.as_slice() {
        let Some(&index) = numbers.get(&member) else {
            let message = "entry for SystemLibrary is not a RuntimeLibcallImpl";
            let member = store.record(member);
            let mut error = Diagnostic::error(Code::RuntimeLibcalls, record.pos(), message);
            error.note(Some(member.pos()), format!("invalid entry `{}`", member.name()));
            return Err(error);
        };
        let availability =
            availabilities.get(&member).copied().unwrap_or(LibcallAvailability::ALWAYS);
        match groups.iter_mut().find(|(group, _)| group.key() == availability.key()) {
            Some((_, indices)) => indices.push(index),
            None => groups.push((availability, vec![index])),
        }
    }
    let name = |availability: &LibcallAvailability<'s>| {
        availability.predicate.map_or("", |predicate| Record::from(predicate).name())
    };
    quicksort_by(&mut groups, |(a, _), (b, _)| name(a) < name(b));
    let mut available = vec![0; (impls.len() + 1).div_ceil(64)];
    for (availability, indices) in &groups {
        if availability.predicate.is_none() {
            indices.iter().for_each(|index| available[(index + 1) / 64] |= 1 << ((index + 1) % 64));
        }
    }
    let mut printed = Vec::with_capacity(groups.len());
    for (availability, indices) in groups {
        let indices = without_conflicts(record, indices, impls, diagnostics);
        printed.push(group(availability, indices)?);
    }
    let default = record.default_calling_conv()?.calling_conv()?;
    Ok(Library {
        condition: record.triple_predicate()?.condition()?,
        default_calling_conv: Some(default).filter(|conv| !conv.is_empty()),
        available,
        groups: printed,
    })
}

/// Builds function sets that record their members' availability.
fn set_theory<'s>(
    store: &'s RecordStore,
    availabilities: &Availabilities<'s>,
) -> Result<SetTheory<'s>, FieldError> {
    let mut sets = SetTheory::new(store);
    let impls = store.expect_class(RuntimeLibcallImplRecord::CLASS)?;
    sets.add_expander(impls, |_, record, set| {
        set.insert(record.id());
        Ok(())
    });
    let availabilities = Rc::clone(availabilities);
    let impl_sets = store.expect_class(LibcallImplsRecord::CLASS)?;
    sets.add_expander(impl_sets, move |sets, record, set| {
        let mut members = OrderedSet::default();
        sets.evaluate(LibcallImplsRecord::new(record).members()?, record, &mut members)?;
        set.extend(members.as_slice());
        restrict(record, members.as_slice(), &availabilities)
    });
    Ok(sets)
}

/// Stores the availability of a set's members. A member of two such sets is an error.
fn restrict<'s>(
    impls: Record<'s>,
    members: &[RecordId],
    availabilities: &Availabilities<'s>,
) -> Result<(), FieldError> {
    let availability = LibcallAvailability::new(LibcallImplsRecord::new(impls))?;
    if availability.is_always() {
        return Ok(());
    }
    for &member in members {
        if availabilities.borrow_mut().insert(member, availability).is_some() {
            let member = RuntimeLibcallImplRecord::new(impls.store().record(member));
            let message = format!(
                "combining nested libcall set predicates currently unhandled: '{}'",
                member.symbol()?
            );
            return Err(FieldError::new(Code::RuntimeLibcalls, impls, message));
        }
    }
    Ok(())
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

fn group<'s>(
    availability: LibcallAvailability<'s>,
    impls: Vec<usize>,
) -> Result<LibcallGroup<'s>, FieldError> {
    let mut array = "LibraryCalls".to_owned();
    if !availability.is_always() {
        let predicate = availability.predicate.map(|predicate| Record::from(predicate).name());
        array += &format!("_{}", predicate.unwrap_or(ALWAYS_AVAILABLE));
    }
    if let Some(calling_conv) = availability.calling_conv {
        array += &format!("_{}", Record::from(calling_conv).name());
    }
    let condition = availability.predicate.map(|predicate| predicate.condition()).transpose()?;
    let calling_conv = availability.calling_conv.map(|conv| conv.calling_conv()).transpose()?;
    Ok(LibcallGroup { array, condition, calling_conv, impls })
}
