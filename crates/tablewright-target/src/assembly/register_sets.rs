//! Sets of registers that operands are matched by.
//!
//! In: the register classes of a target, and the registers that assembly strings name. Out: a class
//! of operands for each set of registers. A register may be in several classes none of which contains
//! the others; a set is made of those registers that are in all of them, so that every register has
//! one smallest set.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{Record, RecordStore, Value};

use super::match_class::{MatchClass, MatchClassId, MatchClassKind, MatchClasses};
use crate::registers::{RegisterClass, RegisterClasses, RegisterId, RegisterSet, Registers};

/// Adds the classes of register sets. `named` are the registers that assembly strings name.
pub(super) fn add_register_sets(
    classes: &mut MatchClasses,
    store: &RecordStore,
    registers: &Registers,
    register_classes: &RegisterClasses,
    named: &[RegisterId],
) {
    let definition_order = registers.by_definition(store);
    let mut sets = Sets::new(registers, &definition_order);
    for (_, class) in register_classes.iter() {
        sets.add(set_of(class));
    }
    for &register in named {
        sets.add([register].into_iter().collect());
    }
    let smallest = sets.smallest_sets(registers);
    let class_of = sets.into_classes(classes);
    name_by_classes(classes, store, register_classes, &class_of);
    let with_class = definition_order.iter().filter_map(|&register| {
        let set = smallest[register].as_ref()?;
        Some((register, *class_of.get(set)?))
    });
    classes.set_registers(with_class.collect());
    for &register in named {
        if let Some(class) = classes.of_register(register) {
            name(&mut classes.classes[class], registers.name(register));
        }
    }
}

fn set_of(class: &RegisterClass) -> RegisterSet {
    class.allocation_order().iter().copied().collect()
}

/// The sets found so far.
struct Sets {
    sets: Vec<RegisterSet>,
    known: FxHashSet<RegisterSet>,
    /// By register, its place in the order of definition.
    places: IndexVec<RegisterId, u32>,
}

impl Sets {
    fn new(registers: &Registers, definition_order: &[RegisterId]) -> Sets {
        let mut places = registers.side_table(0);
        for (place, &register) in definition_order.iter().enumerate() {
            places[register] = place as u32;
        }
        Sets { sets: Vec::new(), known: FxHashSet::default(), places }
    }

    fn add(&mut self, set: RegisterSet) {
        if self.known.insert(set.clone()) {
            self.sets.push(set);
        }
    }

    /// By register, what all sets that it is in have in common. These sets are added.
    fn smallest_sets(
        &mut self,
        registers: &Registers,
    ) -> IndexVec<RegisterId, Option<RegisterSet>> {
        let mut containing: IndexVec<RegisterId, Vec<u32>> = registers.side_table(Vec::new());
        for (place, set) in self.sets.iter().enumerate() {
            for register in set.iter() {
                containing[register].push(place as u32);
            }
        }
        let mut smallest = registers.side_table(None);
        // Many registers are in the same sets.
        let mut common: FxHashMap<&[u32], RegisterSet> = FxHashMap::default();
        let mut added = Vec::new();
        for (register, containing) in containing.iter_enumerated() {
            let Some(&first) = containing.iter().min_by_key(|&&set| self.sets[set as usize].len())
            else {
                continue;
            };
            let set = common.entry(containing).or_insert_with(|| {
                let mut common = self.sets[first as usize].clone();
                for &other in containing {
                    let other = &self.sets[other as usize];
                    if !common.is_subset(other) {
                        common = common.intersection(other);
                    }
                }
                added.push(common.clone());
                common
            });
            smallest[register] = Some(set.clone());
        }
        added.into_iter().for_each(|set| self.add(set));
        smallest
    }

    /// Numbers the sets in the order of their members, of which the one defined first decides, and
    /// makes a class of each.
    fn into_classes(self, classes: &mut MatchClasses) -> FxHashMap<RegisterSet, MatchClassId> {
        let Sets { sets, places, .. } = self;
        let mut sorted: Vec<(Vec<u32>, RegisterSet)> = Vec::with_capacity(sets.len());
        for set in sets {
            let mut members: Vec<u32> = set.iter().map(|register| places[register]).collect();
            members.sort_unstable();
            sorted.push((members, set));
        }
        sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let first = classes.classes.next_index().index();
        let id = |place: usize| MatchClassId::from_index(first + place);
        let mut class_of = FxHashMap::default();
        for (place, (_, set)) in sorted.iter().enumerate() {
            let containing = sorted.iter().enumerate().filter(|(_, (_, other))| {
                set.len().cmp(&other.len()) == Ordering::Less && set.is_subset(other)
            });
            let super_classes = containing.map(|(other, _)| id(other)).collect();
            classes.classes.push(MatchClass {
                kind: MatchClassKind::Registers(set.clone()),
                name: format!("Reg{place}"),
                value_name: String::new(),
                super_classes,
                diagnostic_type: String::new(),
                diagnostic_string: String::new(),
            });
            class_of.insert(set.clone(), id(place));
        }
        class_of
    }
}

/// Gives a set its name, or one more.
fn name(class: &mut MatchClass, name: &str) {
    if class.value_name.is_empty() {
        class.name = name.to_owned();
        class.value_name = name.to_owned();
    } else {
        class.value_name = format!("{},{name}", class.value_name);
    }
}

/// Names the sets of described register classes. If several have the same members, the first one
/// gives the name, the last one what is reported.
fn name_by_classes(
    classes: &mut MatchClasses,
    store: &RecordStore,
    register_classes: &RegisterClasses,
    class_of: &FxHashMap<RegisterSet, MatchClassId>,
) {
    for (_, class) in register_classes.iter() {
        let Some(record) = class.record else { continue };
        let Some(&id) = class_of.get(&set_of(class)) else { continue };
        name(&mut classes.classes[id], &class.name);
        diagnostic(&mut classes.classes[id], store.record(record), &class.name);
        classes.of_register_class.insert(record, id);
    }
}

/// Reads what is reported where an operand does not match. A text without a type has `name` as type.
pub(super) fn diagnostic(class: &mut MatchClass, record: Record<'_>, name: &str) {
    if let Some(ty) = text(record, "DiagnosticType") {
        class.diagnostic_type = ty.to_owned();
    }
    if let Some(text) = text(record, "DiagnosticString") {
        class.diagnostic_string = text.to_owned();
    }
    if !class.diagnostic_string.is_empty() && class.diagnostic_type.is_empty() {
        class.diagnostic_type = name.to_owned();
    }
}

/// The text in a field; `None` where there is no such field, or where it holds none.
pub(super) fn text<'s>(record: Record<'s>, field: &str) -> Option<&'s str> {
    if let Value::String(text) | Value::Code(text) =
        record.store().value(record.field(field)?.value)
    {
        Some(record.store().str(text))
    } else {
        None
    }
}
