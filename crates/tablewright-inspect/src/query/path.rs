//! Evaluation of paths.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use tablewright_records::{Bits, Dag, Record, RecordId, RecordStore, Value, ValueId};

use super::binding::{Bindings, BoundValue};
use super::language::{NameId, Path, Repeat, Step};
use crate::value::QueryValue;

/// A value that a path reaches.
#[derive(Clone, Debug)]
pub(super) enum PathTarget {
    /// A record: the selected record, or a record that a value refers to.
    Record(RecordId),
    /// A record's name.
    NameOf(RecordId),
    /// A value other than a record.
    Value(ValueId),
    /// Bits of a value, highest first.
    Bits(Vec<ValueId>),
}

/// All values that a path reaches.
#[derive(Default)]
pub(super) struct PathTargets {
    pub(super) values: Vec<PathTarget>,
    /// Whether the path went through all elements of a list, so that it can have any number of
    /// values. Otherwise it has at most one.
    pub(super) is_many: bool,
}

/// Evaluates paths in a description.
pub(super) struct PathReader<'q, 's> {
    pub(super) store: &'s RecordStore,
    pub(super) bindings: &'q Bindings<'q>,
}

impl PathReader<'_, '_> {
    /// Returns the values that `path` reaches from a record.
    pub(super) fn read(&self, path: &Path, record: Record<'_>) -> PathTargets {
        let mut reached =
            PathTargets { values: vec![PathTarget::Record(record.id())], is_many: false };
        for step in &path.steps {
            reached = self.step(step, reached);
        }
        reached
    }

    /// Returns the value to show for `path`, and whether it is a list.
    pub(super) fn value(&self, path: &Path, record: Record<'_>) -> (QueryValue, bool) {
        let PathTargets { values, is_many } = self.read(path, record);
        let mut values = values.iter().map(|found| self.answer(found));
        let value = if is_many {
            QueryValue::List(values.collect())
        } else {
            values.next().unwrap_or(QueryValue::Missing)
        };
        (value, is_many)
    }

    pub(super) fn answer(&self, target: &PathTarget) -> QueryValue {
        match target {
            PathTarget::Record(record) => {
                QueryValue::Record(self.store.record(*record).name().to_owned())
            }
            PathTarget::NameOf(record) => {
                QueryValue::Text(self.store.record(*record).name().to_owned())
            }
            PathTarget::Value(value) => QueryValue::new(self.store, *value),
            PathTarget::Bits(bits) => QueryValue::from_bits(bits.iter().copied()),
        }
    }

    fn found(&self, value: ValueId) -> PathTarget {
        self.store.value(value).as_def().map_or(PathTarget::Value(value), PathTarget::Record)
    }

    fn step(&self, step: &Step, from: PathTargets) -> PathTargets {
        match step {
            Step::RecordName => self.each(from, |found, to| match found {
                PathTarget::Record(record) => to.push(PathTarget::NameOf(record)),
                PathTarget::NameOf(_) | PathTarget::Value(_) | PathTarget::Bits(_) => {}
            }),
            Step::Name(name, Repeat::Once) => {
                self.each(from, |found, to| self.part(*name, &found, to))
            }
            Step::Name(name, Repeat::Any) => self.closure(*name, from, true),
            Step::Name(name, Repeat::AtLeastOnce) => self.closure(*name, from, false),
            Step::Argument(name) => self.each(from, |found, to| self.argument(*name, &found, to)),
            Step::Operator => self.each(from, |found, to| {
                to.extend(self.dag(&found).map(|(_, dag)| self.found(dag.operator)));
            }),
            Step::Index(index) => {
                let values =
                    from.values.into_iter().filter_map(|found| self.element(&found, *index));
                PathTargets { values: values.collect(), is_many: from.is_many }
            }
            Step::All => {
                let elements = from.values.iter().flat_map(|found| self.elements(found));
                PathTargets {
                    values: elements.map(|value| self.found(value)).collect(),
                    is_many: true,
                }
            }
            Step::Bits(bits) => self.each(from, |found, to| to.extend(self.bits(&found, bits))),
        }
    }

    /// Applies a step to each value. A list is replaced by its elements.
    fn each(
        &self,
        from: PathTargets,
        step: impl Fn(PathTarget, &mut Vec<PathTarget>),
    ) -> PathTargets {
        let mut to = PathTargets { values: Vec::new(), is_many: from.is_many };
        let mut queue: VecDeque<PathTarget> = from.values.into();
        while let Some(target) = queue.pop_front() {
            if let PathTarget::Value(value) = target
                && let Value::List(list) = self.store.value(value)
            {
                to.is_many = true;
                // Nested lists are flattened in order.
                for &element in list.elements.iter().rev() {
                    queue.push_front(self.found(element));
                }
                continue;
            }
            step(target, &mut to.values);
        }
        to
    }

    /// Returns the records reached by following a field repeatedly.
    fn closure(&self, name: NameId, from: PathTargets, with_first: bool) -> PathTargets {
        let first = self.each(from, |found, to| to.push(found)).values;
        let mut seen: FxHashSet<RecordId> = FxHashSet::default();
        let mut values = Vec::new();
        let mut queue: VecDeque<RecordId> = VecDeque::new();
        let add =
            |found: &PathTarget, values: &mut Vec<PathTarget>, rest: &mut VecDeque<RecordId>| {
                if let PathTarget::Record(record) = *found
                    && seen.insert(record)
                {
                    values.push(PathTarget::Record(record));
                    rest.push_back(record);
                }
            };
        let mut add = add;
        let follow = |found: PathTarget| {
            let from = PathTargets { values: vec![found], is_many: true };
            let parts = self.each(from, |found, to| self.part(name, &found, to));
            self.each(parts, |found, to| to.push(found)).values
        };
        if with_first {
            first.iter().for_each(|found| add(found, &mut values, &mut queue));
        } else {
            let next = first.into_iter().flat_map(follow);
            next.for_each(|found| add(&found, &mut values, &mut queue));
        }
        while let Some(record) = queue.pop_front() {
            for target in follow(PathTarget::Record(record)) {
                add(&target, &mut values, &mut queue);
            }
        }
        PathTargets { values, is_many: true }
    }

    /// Adds a record's field or a dag's argument.
    fn part(&self, name: NameId, whole: &PathTarget, to: &mut Vec<PathTarget>) {
        let PathTarget::Record(record) = *whole else { return self.argument(name, whole, to) };
        let record_of = self.store.record(record);
        let slot = self.bindings.symbol(name).and_then(|symbol| record_of.slot_of(symbol));
        self.bindings.remember(name, BoundValue::Record(record), slot.is_some());
        to.extend(slot.map(|slot| self.found(record_of.values()[slot])));
    }

    fn argument(&self, name: NameId, whole: &PathTarget, to: &mut Vec<PathTarget>) {
        let Some((value, dag)) = self.dag(whole) else { return };
        let symbol = self.bindings.symbol(name);
        let mut arguments = dag.args.iter().filter(|_| symbol.is_some());
        let argument = arguments.find(|argument| argument.name == symbol);
        self.bindings.remember(name, BoundValue::Dag(value), argument.is_some());
        to.extend(argument.map(|argument| self.found(argument.value)));
    }

    fn dag(&self, target: &PathTarget) -> Option<(ValueId, Dag<'_>)> {
        let PathTarget::Value(value) = *target else { return None };
        Some((value, self.store.value(value).as_dag()?))
    }

    fn element(&self, target: &PathTarget, index: usize) -> Option<PathTarget> {
        self.elements(target).nth(index).map(|value| self.found(value))
    }

    /// Iterates over list elements or dag arguments.
    fn elements(&self, target: &PathTarget) -> impl Iterator<Item = ValueId> {
        let value = match *target {
            PathTarget::Value(value) => Some(self.store.value(value)),
            PathTarget::Record(_) | PathTarget::NameOf(_) | PathTarget::Bits(_) => None,
        };
        let list = value.and_then(Value::as_list).map_or(&[][..], |list| list.elements);
        let arguments = value.and_then(Value::as_dag).map_or(&[][..], |dag| dag.args);
        list.iter().copied().chain(arguments.iter().map(|argument| argument.value))
    }

    /// Returns bits of a value by number; `None` if a bit does not exist.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "a projection: only numbers and rows have bits"
    )]
    fn bits(&self, target: &PathTarget, numbers: &[u32]) -> Option<PathTarget> {
        let bit = |number: u32| match target {
            PathTarget::Value(value) => match self.store.value(*value) {
                Value::Bits(bits) => bit_of_row(bits, number),
                Value::Int(int) => Some(ValueId::bit(number < 64 && int >> number & 1 != 0)),
                Value::Bit(_) if number == 0 => Some(*value),
                _ => None,
            },
            // The highest bit is first.
            PathTarget::Bits(bits) => {
                bits.len().checked_sub(number as usize + 1).map(|index| bits[index])
            }
            PathTarget::Record(_) | PathTarget::NameOf(_) => None,
        };
        let bits: Option<Vec<ValueId>> = numbers.iter().map(|&number| bit(number)).collect();
        match bits?[..] {
            [only] => Some(PathTarget::Value(only)),
            ref bits => Some(PathTarget::Bits(bits.to_vec())),
        }
    }
}

fn bit_of_row(bits: Bits<'_>, number: u32) -> Option<ValueId> {
    ((number as usize) < bits.len()).then(|| bits.get(number as usize))
}
