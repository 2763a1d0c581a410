//! Register sets, which are operand classes.
//!
//! In: a target's register classes, and the registers that assembly strings name. Out: an operand
//! class for each register set. Several classes may share a register although neither contains the
//! other. Their intersection becomes a separate set, so that every register has a unique smallest
//! set.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView, ValueId};

use super::match_class::{
    MatchClass, MatchClassId, MatchClassKind, MatchClasses, RegisterMatchClass,
};
use crate::record_views::asm_syntax::AsmOperandClassRecord;
use crate::registers::{RegisterClass, RegisterClasses, RegisterId, RegisterSet, Registers};

/// Adds the register set classes. Assembly strings name the registers in `named`.
///
/// # Errors
/// If a register class cannot be read.
pub(super) fn add_register_sets(
    classes: &mut MatchClasses,
    store: &RecordStore,
    registers: &Registers,
    register_classes: &RegisterClasses,
    named: &[RegisterId],
) -> Result<(), FieldError> {
    let definition_order = registers.by_definition(store);
    let mut sets = RegisterSets::new(registers, &definition_order);
    for (_, class) in register_classes.iter() {
        sets.add(set_of(class));
    }
    for &register in named {
        sets.add([register].into_iter().collect());
    }
    let smallest = sets.smallest_sets(registers);
    let class_of = sets.into_classes(classes);
    name_by_classes(classes, store, register_classes, &class_of)?;
    let with_class = definition_order.iter().filter_map(|&register| {
        let set = smallest[register].as_ref()?;
        Some(RegisterMatchClass { register, class: *class_of.get(set)? })
    });
    classes.set_registers(with_class.collect());
    for &register in named {
        if let Some(class) = classes.for_register(register) {
            name(&mut classes.classes[class], registers.name(register));
        }
    }
    Ok(())
}

fn set_of(class: &RegisterClass) -> RegisterSet {
    class.allocation_order().iter().copied().collect()
}

/// The sets found so far.
struct RegisterSets {
    sets: Vec<RegisterSet>,
    /// The same sets, for lookup.
    added: FxHashSet<RegisterSet>,
    /// Definition positions by register.
    positions: IndexVec<RegisterId, u32>,
}

impl RegisterSets {
    fn new(registers: &Registers, definition_order: &[RegisterId]) -> RegisterSets {
        let mut positions = registers.side_table(0);
        for (position, &register) in definition_order.iter().enumerate() {
            positions[register] = position as u32;
        }
        RegisterSets { sets: Vec::new(), added: FxHashSet::default(), positions }
    }

    fn add(&mut self, set: RegisterSet) {
        if self.added.insert(set.clone()) {
            self.sets.push(set);
        }
    }

    /// Returns, by register, the intersection of all sets that contain it. Adds the intersections
    /// to the sets.
    fn smallest_sets(
        &mut self,
        registers: &Registers,
    ) -> IndexVec<RegisterId, Option<RegisterSet>> {
        let mut containing: IndexVec<RegisterId, Vec<u32>> = registers.side_table(Vec::new());
        for (index, set) in self.sets.iter().enumerate() {
            for register in set.iter() {
                containing[register].push(index as u32);
            }
        }
        let mut smallest = registers.side_table(None);
        // A cache, because many registers are in the same sets.
        let mut common: FxHashMap<&[u32], RegisterSet> = FxHashMap::default();
        let mut added = Vec::new();
        for (register, containing) in containing.iter_enumerated() {
            let Some(&first) = containing.iter().min_by_key(|&&set| self.sets[set as usize].len())
            else {
                continue;
            };
            let set = common.entry(containing).or_insert_with(|| {
                let set = self.intersection(first, containing);
                added.push(set.clone());
                set
            });
            smallest[register] = Some(set.clone());
        }
        added.into_iter().for_each(|set| self.add(set));
        smallest
    }

    /// Returns the intersection of sets, one of which is `first`.
    fn intersection(&self, first: u32, sets: &[u32]) -> RegisterSet {
        let mut common = self.sets[first as usize].clone();
        for &other in sets {
            let other = &self.sets[other as usize];
            if !common.is_subset(other) {
                common = common.intersection(other);
            }
        }
        common
    }

    /// Creates a class for each set. Sets are numbered lexicographically by their members, which
    /// are sorted by definition.
    fn into_classes(self, classes: &mut MatchClasses) -> FxHashMap<RegisterSet, MatchClassId> {
        let RegisterSets { sets, positions, .. } = self;
        let mut sorted: Vec<(Vec<u32>, RegisterSet)> = Vec::with_capacity(sets.len());
        for set in sets {
            let mut members: Vec<u32> = set.iter().map(|register| positions[register]).collect();
            members.sort_unstable();
            sorted.push((members, set));
        }
        sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let first = classes.classes.next_index().index();
        let id = |index: usize| MatchClassId::from_index(first + index);
        let mut class_of = FxHashMap::default();
        for (index, (_, set)) in sorted.iter().enumerate() {
            let containing = sorted.iter().enumerate().filter(|(_, (_, other))| {
                set.len().cmp(&other.len()) == Ordering::Less && set.is_subset(other)
            });
            let super_classes = containing.map(|(other, _)| id(other)).collect();
            classes.classes.push(MatchClass {
                kind: MatchClassKind::Registers(set.clone()),
                name: format!("Reg{index}"),
                value_name: String::new(),
                super_classes,
                diagnostic_type: String::new(),
                diagnostic_string: String::new(),
            });
            class_of.insert(set.clone(), id(index));
        }
        class_of
    }
}

/// Sets the name of a set, or appends another name.
fn name(class: &mut MatchClass, name: &str) {
    if class.value_name.is_empty() {
        class.name = name.to_owned();
        class.value_name = name.to_owned();
    } else {
        class.value_name = format!("{},{name}", class.value_name);
    }
}

/// Names the sets for described register classes. If several classes have the same members, the
/// name comes from the first class and the diagnostic from the last.
fn name_by_classes(
    classes: &mut MatchClasses,
    store: &RecordStore,
    register_classes: &RegisterClasses,
    class_of: &FxHashMap<RegisterSet, MatchClassId>,
) -> Result<(), FieldError> {
    for (_, class) in register_classes.iter() {
        let Some(record) = class.record else { continue };
        let Some(&id) = class_of.get(&set_of(class)) else { continue };
        name(&mut classes.classes[id], &class.name);
        let diagnostics = AsmOperandClassRecord::new(store.record(record));
        diagnostic(&mut classes.classes[id], diagnostics, &class.name)?;
        classes.of_register_class.insert(record, id);
    }
    Ok(())
}

/// Reads the diagnostic for an operand that does not match. The type defaults to `name` if there is
/// a text.
///
/// # Errors
/// If a field cannot be read.
pub(super) fn diagnostic(
    class: &mut MatchClass,
    record: AsmOperandClassRecord<'_>,
    name: &str,
) -> Result<(), FieldError> {
    let store = record.store();
    if let Some(ty) = text(store, record.diagnostic_type()?) {
        class.diagnostic_type = ty.to_owned();
    }
    if let Some(text) = text(store, record.diagnostic_string()?) {
        class.diagnostic_string = text.to_owned();
    }
    if !class.diagnostic_string.is_empty() && class.diagnostic_type.is_empty() {
        class.diagnostic_type = name.to_owned();
    }
    Ok(())
}

/// Returns a value's text; `None` for other values.
pub(super) fn text(store: &RecordStore, value: ValueId) -> Option<&str> {
    store.value(value).as_text().map(|text| store.str(text))
}
