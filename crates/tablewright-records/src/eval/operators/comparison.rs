//! Comparisons of numbers, strings and records.

use tablewright_syntax::bang::ComparisonOp;
use tablewright_syntax::symbol::Symbol;

use crate::eval::heap::Heap;
use crate::ids::RecordId;
use crate::value::ValueId;

/// Key for `!eq`: values are equal if their keys are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EqualityKey {
    Int(i64),
    Text(Symbol),
    Record(RecordId),
}

impl Heap {
    /// Returns a value's key. `None` for values that `!eq` does not compare.
    pub(super) fn equality_key(&self, value: ValueId) -> Option<EqualityKey> {
        let text = || self.store.values.text(value).map(EqualityKey::Text);
        let record = || self.store.values.as_record(value).map(EqualityKey::Record);
        self.to_int(value).map(EqualityKey::Int).or_else(text).or_else(record)
    }

    /// Compares two numbers, strings or records. `None` if they are not known.
    pub(crate) fn compare(&self, op: ComparisonOp, left: ValueId, right: ValueId) -> Option<bool> {
        use std::cmp::Ordering;
        let order = match (self.to_int(left), self.to_int(right)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => match (self.store.values.text(left), self.store.values.text(right)) {
                (Some(a), Some(b)) if a == b => Ordering::Equal,
                (Some(a), Some(b)) => self.str(a).cmp(self.str(b)),
                _ => {
                    let record = |value| self.store.values.as_record(value);
                    match (record(left), record(right)) {
                        (Some(a), Some(b)) if op == ComparisonOp::Eq => return Some(a == b),
                        (Some(a), Some(b)) if op == ComparisonOp::Ne => return Some(a != b),
                        _ => return None,
                    }
                }
            },
        };
        Some(match op {
            ComparisonOp::Eq => order == Ordering::Equal,
            ComparisonOp::Ne => order != Ordering::Equal,
            ComparisonOp::Lt => order == Ordering::Less,
            ComparisonOp::Le => order != Ordering::Greater,
            ComparisonOp::Gt => order == Ordering::Greater,
            ComparisonOp::Ge => order != Ordering::Less,
        })
    }
}
