//! The records that values mention.

use rustc_hash::FxHashSet;

use crate::ids::RecordId;
use crate::store::{Record, RecordStore};
use crate::value::{Value, ValueId};

/// A search for records in values: `[A, (op B)]` mentions `A`, `op` and `B`. It visits each list and each DAG once. A
/// record that several values mention directly is returned for each of them.
pub struct MentionSearch<'s> {
    store: &'s RecordStore,
    visited: FxHashSet<ValueId>,
    pending: Vec<ValueId>,
    /// Records that [`next_record`](Self::next_record) has yet to return.
    mentioned: Vec<RecordId>,
}

impl<'s> MentionSearch<'s> {
    /// Creates a search that has nothing to visit yet.
    pub fn new(store: &'s RecordStore) -> MentionSearch<'s> {
        MentionSearch {
            store,
            visited: FxHashSet::default(),
            pending: Vec::new(),
            mentioned: Vec::new(),
        }
    }

    /// Adds a record's field values.
    pub fn add(&mut self, record: Record<'s>) {
        self.add_values(record.values().iter().copied());
    }

    fn add_values(&mut self, values: impl Iterator<Item = ValueId>) {
        for value in values {
            match self.store.value(value) {
                Value::Def(record) => self.mentioned.push(record),
                Value::List(_) | Value::Dag(_) => {
                    if self.visited.insert(value) {
                        self.pending.push(value);
                    }
                }
                Value::Unset
                | Value::Refused
                | Value::Bit(_)
                | Value::Int(_)
                | Value::String(_)
                | Value::Code(_)
                | Value::Bits(_)
                | Value::AnonymousName(_)
                | Value::Var { .. }
                | Value::VarBit { .. }
                | Value::Field { .. }
                | Value::Instance { .. }
                | Value::Op { .. } => {}
            }
        }
    }

    /// Returns the next record that is mentioned; `None` if all added values are visited.
    pub fn next_record(&mut self) -> Option<RecordId> {
        loop {
            if let Some(record) = self.mentioned.pop() {
                return Some(record);
            }
            let value = self.store.value(self.pending.pop()?);
            if let Some(list) = value.as_list() {
                self.add_values(list.elements.iter().copied());
            } else if let Some(dag) = value.as_dag() {
                self.add_values(dag.values());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::store_of;

    #[test]
    fn records_in_lists_and_dags_are_mentioned() {
        let text = "class A; def a : A; def op : A; def b : A; def c : A; def unused : A;\n\
                    def x { A one = a; list<list<A>> lists = [[b], [b]]; dag tree = (op c, [a]); int n = 1; }\n";
        let store = store_of(text);
        let mut search = MentionSearch::new(&store);
        search.add(store.record(store.find_record("x").expect("it is defined")));
        let mut names = Vec::new();
        while let Some(record) = search.next_record() {
            names.push(store.record(record).name());
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names, ["a", "b", "c", "op"]);
    }
}
