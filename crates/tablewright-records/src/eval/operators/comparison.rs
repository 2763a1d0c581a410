//! Comparisons of numbers, strings and records.

use tablewright_syntax::bang::ComparisonOp;
use tablewright_syntax::symbol::Symbol;

use crate::eval::heap::Heap;
use crate::ids::RecordId;
use crate::value::ValueId;

/// What `!eq` compares: two values are equal where they have one key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EqualityKey {
    Int(i64),
    Text(Symbol),
    Record(RecordId),
}

impl Heap {
    /// What `!eq` compares of a value; none where it compares nothing of that kind.
    pub(super) fn equality_key(&self, value: ValueId) -> Option<EqualityKey> {
        let text = || self.store.values.text(value).map(EqualityKey::Text);
        let record = || self.store.values.as_record(value).map(EqualityKey::Record);
        self.to_int(value).map(EqualityKey::Int).or_else(text).or_else(record)
    }

    /// How two numbers, strings or records compare, if they are known.
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
