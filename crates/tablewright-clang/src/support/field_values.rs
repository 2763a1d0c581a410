//! A reader for several fields in many records.
//!
//! In: thousands of records, most with the same fields. Out: the values of selected fields. The
//! model interprets the values, and can recognize equal values by their ids.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, Record, ShapeId, Value, ValueId};

/// Reads the values of `N` fields. Field slots are looked up once for consecutive records with the
/// same shape.
pub(crate) struct ClangFieldValues<const N: usize> {
    fields: [&'static str; N],
    /// The last record's shape, and its field slots.
    slots: Option<(ShapeId, [usize; N])>,
}

impl<const N: usize> ClangFieldValues<N> {
    pub(crate) fn new(fields: [&'static str; N]) -> ClangFieldValues<N> {
        ClangFieldValues { fields, slots: None }
    }

    /// Returns the field values of `record`, in order.
    ///
    /// # Errors
    /// If the record lacks a field.
    pub(crate) fn read(&mut self, record: Record<'_>) -> Result<[ValueId; N], FieldError> {
        let shape = record.shape_id();
        let slots = match self.slots {
            Some((last, slots)) if last == shape => slots,
            Some(_) | None => self.slots.insert((shape, self.look_up(record)?)).1,
        };
        Ok(slots.map(|slot| record.value_at(slot)))
    }

    fn look_up(&self, record: Record<'_>) -> Result<[usize; N], FieldError> {
        let symbols = record.store().symbols();
        let mut slots = [0; N];
        for (slot, field) in slots.iter_mut().zip(self.fields) {
            match symbols.get(field).and_then(|name| record.slot_of(name)) {
                Some(field_slot) => *slot = field_slot,
                // The query reports the missing field.
                None => record.value(field).map(drop)?,
            }
        }
        Ok(slots)
    }
}

/// Returns the string `value` in a field of `record`.
///
/// # Errors
/// See [`Record::string`].
pub(crate) fn text<'s>(
    record: Record<'s>,
    field: &str,
    value: ValueId,
) -> Result<&'s str, FieldError> {
    let store = record.store();
    if let Value::String(text) | Value::Code(text) = store.value(value) {
        return Ok(store.str(text));
    }
    // The query reports the wrong type.
    record.string(field)
}

/// A cache from field values to their meaning. Most records share values with earlier records.
pub(crate) struct ValueMemo<K, T> {
    by_values: FxHashMap<K, T>,
}

impl<K, T> Default for ValueMemo<K, T> {
    fn default() -> ValueMemo<K, T> {
        ValueMemo { by_values: FxHashMap::default() }
    }
}

impl<K: Hash + Eq, T: Clone> ValueMemo<K, T> {
    /// Returns the meaning of `values`. If they are new, calls `read`.
    pub(crate) fn get_or_read<E>(
        &mut self,
        values: K,
        read: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(earlier) = self.by_values.get(&values) {
            return Ok(earlier.clone());
        }
        let new = read()?;
        self.by_values.insert(values, new.clone());
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_may_lie_elsewhere_in_the_next_record() {
        let store = tablewright_test_support::store_of(
            "def a { int X = 1; int Y = 2; } def b { int Y = 4; int X = 3; } def c { int X = 5; }",
        );
        let mut fields = ClangFieldValues::new(["X", "Y"]);
        let mut read = |name| {
            let record = store.record(store.find_record(name).expect("defined"));
            let values = fields.read(record).map_err(|error| error.message().to_owned())?;
            Ok(values.map(|value| store.value_text(value)).join(" "))
        };
        assert_eq!(read("a"), Ok("1 2".to_owned()));
        assert_eq!(read("b"), Ok("3 4".to_owned()));
        assert_eq!(read("c"), Err("Record `c' does not have a field named `Y'!".to_owned()));
    }

    #[test]
    fn values_met_before_are_not_read_again() {
        let mut memo = ValueMemo::default();
        let mut read = |key, result: Result<&'static str, ()>| memo.get_or_read(key, || result);
        assert_eq!(read(1, Err(())), Err(()));
        assert_eq!(read(1, Ok("one")), Ok("one"));
        assert_eq!((read(1, Ok("two")), read(2, Ok("two"))), (Ok("one"), Ok("two")));
    }
}
