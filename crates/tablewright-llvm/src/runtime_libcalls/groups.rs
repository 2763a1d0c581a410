//! Function sets, in groups with the same condition and calling convention.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tablewright_records::set_theory::{OrderedSet, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::condition::condition;
use crate::record_views::runtime_libcalls::{
    LibcallCallingConvRecord, LibcallImplsRecord, RuntimeLibcallImplRecord,
};

/// The default predicate for function names.
const ALWAYS_AVAILABLE: &str = "AlwaysAvailable";

/// Functions with the same condition and calling convention.
pub(super) struct LibcallGroup<'s> {
    /// Name of the function array.
    pub(super) array: String,
    /// The condition in C++; `None` for unconditional functions.
    pub(super) condition: Option<String>,
    pub(super) calling_conv: Option<&'s str>,
    /// Function indices.
    pub(super) impls: Vec<usize>,
}

impl<'s> LibcallGroup<'s> {
    pub(super) fn new(
        availability: LibcallAvailability<'s>,
        impls: Vec<usize>,
    ) -> Result<LibcallGroup<'s>, FieldError> {
        let mut array = "LibraryCalls".to_owned();
        if !availability.is_always() {
            array += "_";
            array += availability.predicate.map_or(ALWAYS_AVAILABLE, |predicate| predicate.name());
        }
        if let Some(calling_conv) = availability.calling_conv {
            array += &format!("_{}", Record::from(calling_conv).name());
        }
        let condition = availability.predicate.map(condition).transpose()?;
        let calling_conv = availability.calling_conv.map(|conv| conv.calling_conv()).transpose()?;
        Ok(LibcallGroup { array, condition: condition.map(Into::into), calling_conv, impls })
    }
}

/// The condition and the calling convention of a function.
#[derive(Clone, Copy)]
pub(super) struct LibcallAvailability<'s> {
    /// `None` for an unconditional function.
    pub(super) predicate: Option<Record<'s>>,
    calling_conv: Option<LibcallCallingConvRecord<'s>>,
}

impl<'s> LibcallAvailability<'s> {
    pub(super) const ALWAYS: LibcallAvailability<'s> =
        LibcallAvailability { predicate: None, calling_conv: None };

    fn new(set: LibcallImplsRecord<'s>) -> Result<LibcallAvailability<'s>, FieldError> {
        let predicate = set.availability_predicate()?;
        let is_always = condition(predicate)?.is_empty();
        let predicate = (!is_always).then_some(predicate);
        Ok(LibcallAvailability { predicate, calling_conv: set.calling_conv()? })
    }

    pub(super) fn is_always(&self) -> bool {
        self.predicate.is_none() && self.calling_conv.is_none()
    }

    /// Returns the key that distinguishes groups.
    fn key(&self) -> (Option<RecordId>, Option<RecordId>) {
        (self.predicate.map(|p| p.id()), self.calling_conv.map(|c| c.id()))
    }

    /// Returns the predicate name; empty for an unconditional function.
    pub(super) fn predicate_name(&self) -> &'s str {
        self.predicate.map_or("", |predicate| predicate.name())
    }

    /// Returns the calling convention's name; empty for the default.
    pub(super) fn calling_conv_name(&self) -> &'s str {
        self.calling_conv.map_or("", |conv| Record::from(conv).name())
    }
}

/// Function availability, filled while function sets are expanded.
type Availabilities<'s> = Rc<RefCell<FxHashMap<RecordId, LibcallAvailability<'s>>>>;

/// The functions in a set.
pub(super) struct LibcallMembers<'s> {
    members: OrderedSet<RecordId>,
    availabilities: Availabilities<'s>,
}

impl<'s> LibcallMembers<'s> {
    /// Expands the set that `evaluate` reads.
    pub(super) fn read(
        store: &'s RecordStore,
        evaluate: impl FnOnce(&mut SetTheory<'s>, &mut OrderedSet<RecordId>) -> Result<(), FieldError>,
    ) -> Result<LibcallMembers<'s>, FieldError> {
        // A set may be part of several libraries, with other conditions around it in each.
        let availabilities = Availabilities::default();
        let mut sets = set_theory(store, &availabilities)?;
        let mut members = OrderedSet::default();
        evaluate(&mut sets, &mut members)?;
        Ok(LibcallMembers { members, availabilities })
    }

    /// Returns the function indices by availability, ordered by first member. An element that is not a function is an
    /// error: `library` is its record, and `class` the name of its class.
    pub(super) fn by_availability(
        &self,
        library: Record<'s>,
        class: &str,
        numbers: &FxHashMap<RecordId, usize>,
    ) -> Result<Vec<(LibcallAvailability<'s>, Vec<usize>)>, Diagnostic> {
        let availabilities = self.availabilities.borrow();
        let mut groups: Vec<(LibcallAvailability<'s>, Vec<usize>)> = Vec::new();
        for member in self.members.as_slice() {
            let Some(&index) = numbers.get(member) else {
                let message = format!("entry for {class} is not a RuntimeLibcallImpl");
                let member = library.store().record(*member);
                let mut error = Diagnostic::error(Code::RuntimeLibcalls, library.pos(), message);
                error.note(Some(member.pos()), format!("invalid entry `{}`", member.name()));
                return Err(error);
            };
            let availability =
                availabilities.get(member).copied().unwrap_or(LibcallAvailability::ALWAYS);
            match groups.iter_mut().find(|(group, _)| group.key() == availability.key()) {
                Some((_, indices)) => indices.push(index),
                None => groups.push((availability, vec![index])),
            }
        }
        Ok(groups)
    }
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
