//! Fragment predicates: their fields, and their code for GlobalISel.
//!
//! In: a `PatFrags` record. Out: a [`FragmentPredicate`].

use tablewright_records::{Feature, FieldError, Record, RecordId, RecordView, Value, ValueId};

use crate::global_isel::check::ImmediateValue;
use crate::record_views::selection_dag::PatFragsRecord;

/// A property that a fragment field states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PredicateFlag {
    /// The access does not change its address.
    Unindexed,
    /// A load whose value is as wide as the memory.
    NonExtLoad,
    /// A load whose further bits are undefined.
    AnyExtLoad,
    /// A load whose further bits are copies of the sign.
    SignExtLoad,
    /// A load whose further bits are zero.
    ZeroExtLoad,
    /// A store of a value that is as wide as the memory.
    NonTruncStore,
    /// A store that keeps only the low bits.
    TruncStore,
    /// An atomic operation with the ordering `monotonic`.
    Monotonic,
    /// An atomic operation with the ordering `acquire`.
    Acquire,
    /// An atomic operation with the ordering `release`.
    Release,
    /// An atomic operation with the ordering `acq_rel`.
    AcquireRelease,
    /// An atomic operation with the ordering `seq_cst`.
    SequentiallyConsistent,
    /// An atomic operation whose ordering is at least `acquire`.
    AcquireOrStronger,
    /// An atomic operation whose ordering is less than `acquire`.
    WeakerThanAcquire,
    /// An atomic operation whose ordering is at least `release`.
    ReleaseOrStronger,
    /// An atomic operation whose ordering is less than `release`.
    WeakerThanRelease,
    /// The node is a load.
    Load,
    /// The node is a store.
    Store,
    /// The access is atomic.
    Atomic,
    /// Nothing uses the value of the node.
    NoUse,
    /// The node value has exactly one use.
    OneUse,
}

use PredicateFlag as F;

/// Reads a field of a fragment.
type ReadFlag = fn(PatFragsRecord<'_>) -> Result<Option<bool>, FieldError>;

/// For each flag: its field, the field value that sets the flag, and its word in explanations, which list flags in
/// this order.
const FLAGS: [(PredicateFlag, ReadFlag, bool, &str); 21] = [
    (F::Unindexed, |f| f.is_unindexed(), true, "unindexed"),
    (F::NonExtLoad, |f| f.is_non_ext_load(), true, "non-extload"),
    (F::AnyExtLoad, |f| f.is_any_ext_load(), true, "extload"),
    (F::SignExtLoad, |f| f.is_sign_ext_load(), true, "sextload"),
    (F::ZeroExtLoad, |f| f.is_zero_ext_load(), true, "zextload"),
    (F::NonTruncStore, |f| f.is_trunc_store(), false, "non-truncstore"),
    (F::TruncStore, |f| f.is_trunc_store(), true, "truncstore"),
    (F::Monotonic, |f| f.is_monotonic(), true, "monotonic"),
    (F::Acquire, |f| f.is_acquire(), true, "acquire"),
    (F::Release, |f| f.is_release(), true, "release"),
    (F::AcquireRelease, |f| f.is_acquire_release(), true, "acq_rel"),
    (F::SequentiallyConsistent, |f| f.is_sequentially_consistent(), true, "seq_cst"),
    (F::AcquireOrStronger, |f| f.is_acquire_or_stronger(), true, ">=acquire"),
    (F::WeakerThanAcquire, |f| f.is_acquire_or_stronger(), false, "<acquire"),
    (F::ReleaseOrStronger, |f| f.is_release_or_stronger(), true, ">=release"),
    (F::WeakerThanRelease, |f| f.is_release_or_stronger(), false, "<release"),
    (F::Load, |f| f.is_load(), true, ""),
    (F::Store, |f| f.is_store(), true, ""),
    (F::Atomic, |f| f.is_atomic(), true, ""),
    (F::NoUse, |f| f.has_no_use(), true, ""),
    (F::OneUse, |f| f.has_one_use(), true, ""),
];

/// The flags about the ordering of an atomic operation.
const ORDERINGS: [PredicateFlag; 9] = [
    F::Monotonic,
    F::Acquire,
    F::Release,
    F::AcquireRelease,
    F::SequentiallyConsistent,
    F::AcquireOrStronger,
    F::WeakerThanAcquire,
    F::ReleaseOrStronger,
    F::WeakerThanRelease,
];

/// The flags that a matcher of GlobalISel checks wherever they are stated.
const ALWAYS_CHECKED: [PredicateFlag; 8] = [
    F::NoUse,
    F::OneUse,
    F::NonExtLoad,
    F::AnyExtLoad,
    F::SignExtLoad,
    F::ZeroExtLoad,
    F::NonTruncStore,
    F::TruncStore,
];

/// The predicate of a fragment.
#[derive(Clone, Debug)]
pub struct FragmentPredicate {
    /// The record of the fragment.
    pub record: RecordId,
    flags: u32,
    /// `MemoryVT`: the type in memory.
    pub memory_type: Option<RecordId>,
    /// `ScalarMemoryVT`: the type in memory of an element.
    pub scalar_memory_type: Option<RecordId>,
    /// The list `AddressSpaces`. An element that is not a number is `None`.
    pub address_spaces: Option<Vec<Option<i64>>>,
    /// `MinAlignment`; zero if any will do.
    pub min_alignment: i64,
    /// The form in which the predicate's code receives a constant; `None` without such code.
    pub immediate: Option<ImmediateValue>,
    /// Whether it has code for GlobalISel.
    pub has_gisel_code: bool,
    /// Whether it has GlobalISel code that checks a leaf.
    pub has_leaf_code: bool,
    /// Whether a store fragment that states only the type in memory checks this type.
    checks_stored_type: bool,
    /// Whether its code looks at the arguments of the fragment.
    pub uses_operands: bool,
}

impl FragmentPredicate {
    /// Reads a `PatFrags` record.
    pub(super) fn read(record: Record<'_>) -> Result<FragmentPredicate, FieldError> {
        let view = PatFragsRecord::new(record);
        let mut flags = 0;
        for (flag, read, value, _) in FLAGS {
            if read(view)? == Some(value) {
                flags |= 1 << flag as u8;
            }
        }
        let int = |&value: &ValueId| {
            if let Value::Int(number) = record.store().value(value) { Some(number) } else { None }
        };
        let address_spaces = if view.address_spaces_value()? == ValueId::UNSET {
            None
        } else {
            Some(view.address_spaces()?.iter().map(int).collect())
        };
        Ok(FragmentPredicate {
            record: record.id(),
            flags,
            memory_type: view.memory_vt()?,
            scalar_memory_type: view.scalar_memory_vt()?,
            address_spaces,
            min_alignment: view.min_alignment()?.unwrap_or(0),
            immediate: immediate_value(view)?,
            has_gisel_code: !view.gisel_predicate_code()?.unwrap_or("").is_empty(),
            checks_stored_type: record.store().release().has(Feature::StoredTypeIsChecked),
            has_leaf_code: !view.gisel_leaf_predicate_code()?.unwrap_or("").is_empty(),
            uses_operands: view.predicate_code_uses_operands()? == Some(true),
        })
    }

    /// Whether it has a flag.
    pub fn is(&self, flag: PredicateFlag) -> bool {
        self.flags & 1 << flag as u8 != 0
    }

    fn is_any(&self, flags: &[PredicateFlag]) -> bool {
        flags.iter().any(|&flag| self.is(flag))
    }

    /// Whether it is about an access to memory.
    pub(super) fn accesses_memory(&self) -> bool {
        self.is_any(&[F::Load, F::Store, F::Atomic])
    }

    /// Whether it can be checked at the root of a pattern.
    pub(super) fn can_be_at_root(&self) -> bool {
        let (load, store, atomic) = (self.is(F::Load), self.is(F::Store), self.is(F::Atomic));
        let has_spaces = self.address_spaces.as_ref().is_some_and(|spaces| !spaces.is_empty());
        self.immediate.is_some()
            || self.is_any(&ALWAYS_CHECKED)
            || (load || atomic || store && self.checks_stored_type) && self.memory_type.is_some()
            || (load || store) && self.is(F::Unindexed)
            || self.accesses_memory() && (has_spaces || self.min_alignment > 0)
            || atomic && self.is_any(&ORDERINGS)
            || self.has_gisel_code
    }

    /// Iterates over the words for the flags that it has.
    pub(super) fn flag_words(&self) -> impl Iterator<Item = (PredicateFlag, &'static str)> + '_ {
        let stated = FLAGS.iter().filter(|(flag, ..)| self.is(*flag));
        stated.filter(|(.., word)| !word.is_empty()).map(|&(flag, .., word)| (flag, word))
    }
}

/// Returns the form in which a fragment receives a constant; `None` if it does not test constants.
pub fn immediate_value(fragment: PatFragsRecord<'_>) -> Result<Option<ImmediateValue>, FieldError> {
    if fragment.immediate_code()?.unwrap_or("").is_empty() {
        return Ok(None);
    }
    Ok(Some(if fragment.is_ap_int()? {
        ImmediateValue::ApInt
    } else if fragment.is_ap_float()? == Some(true) {
        ImmediateValue::ApFloat
    } else {
        ImmediateValue::I64
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_listed_in_order() {
        for (index, (flag, ..)) in FLAGS.iter().enumerate() {
            assert_eq!(*flag as usize, index);
        }
    }
}
