//! Register pressure: sets of register units that classes draw on, and how much is in each.

use rustc_hash::FxHashMap;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::index::{RegUnitId, RegisterClassId};
use super::register_classes::{RegisterClass, RegisterClasses};
use super::sub_registers::SubRegisters;
use super::unit_weights::{UnitWeights, is_subset};
use crate::older_releases::optional_int;

/// A set with this many units fewer than another that it lies in is one of its own.
const NOTABLE_DIFFERENCE: usize = 3;

/// A set of register units.
#[derive(Debug)]
pub struct PressureSet {
    /// Its name, made of those of classes.
    pub name: String,
    /// How much its units weigh.
    pub weight: u32,
    units: Vec<RegUnitId>,
}

/// How heavy the registers of a class are.
#[derive(Clone, Copy, Debug)]
pub struct ClassWeight {
    /// The weight of each register.
    pub register: i64,
    /// The weight of all units of the class.
    pub limit: u32,
}

/// The pressure sets of a target.
#[derive(Debug)]
pub struct PressureSets {
    /// The sets, those with fewer units first.
    pub sets: Vec<PressureSet>,
    /// Lists of sets: one for each class, in order, then more for units.
    pub lists: Vec<Vec<u32>>,
    /// By unit that is not adopted, its list.
    pub list_of_unit: Vec<usize>,
    /// By class.
    pub class_weights: Vec<ClassWeight>,
}

impl Analysis for PressureSets {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PressureSets, AnalysisError> {
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let weights: &UnitWeights = store.analysis(diagnostics)?;
        let units: Vec<Vec<RegUnitId>> =
            classes.iter().map(|(_, class)| units_of(class, sub_registers, weights)).collect();
        let mut sets = sets(classes, &units, weights)?;
        // The sets that classes draw on, by their numbers before they are ordered.
        let mut lists: Vec<Vec<u32>> = Vec::with_capacity(classes.len());
        for ((_, class), units) in classes.iter().zip(&units) {
            let holds = |set: &PressureSet| {
                class.properties.is_allocatable && !units.is_empty() && is_subset(units, &set.units)
            };
            lists.push(numbers_of(&sets, holds));
        }
        let list_of_unit = lists_of_units(&sets, &mut lists, sub_registers.units.len());
        // The order is by size; sets as large stay as they were.
        let mut order: Vec<u32> = (0..sets.len() as u32).collect();
        order.sort_by_key(|&set| sets[set as usize].units.len());
        let mut place = vec![0; sets.len()];
        for (at, &set) in order.iter().enumerate() {
            place[set as usize] = at as u32;
        }
        for list in &mut lists {
            list.iter_mut().for_each(|set| *set = place[*set as usize]);
            list.sort_unstable();
        }
        let mut next = 0..;
        let mut places: Vec<(u32, PressureSet)> = Vec::with_capacity(sets.len());
        for (set, at) in sets.drain(..).zip(&mut next) {
            places.push((place[at], set));
        }
        places.sort_by_key(|&(place, _)| place);
        let class_weights = classes
            .iter()
            .zip(&units)
            .map(|((_, class), units)| class_weight(store, class, units, weights))
            .collect::<Result<_, FieldError>>()?;
        Ok(PressureSets {
            sets: places.into_iter().map(|(_, set)| set).collect(),
            lists,
            list_of_unit,
            class_weights,
        })
    }
}

impl PressureSets {
    /// The sets that a class draws on.
    pub fn of_class(&self, class: RegisterClassId) -> &[u32] {
        &self.lists[class.index()]
    }
}

fn numbers_of(sets: &[PressureSet], is_meant: impl Fn(&PressureSet) -> bool) -> Vec<u32> {
    let numbered = (0u32..).zip(sets);
    numbered.filter(|(_, set)| is_meant(set)).map(|(number, _)| number).collect()
}

/// The units of a class that are not artificial, in order.
fn units_of(
    class: &RegisterClass,
    sub_registers: &SubRegisters,
    weights: &UnitWeights,
) -> Vec<RegUnitId> {
    let mut is_in = vec![false; weights.unit_count()];
    for register in class.members.iter() {
        for unit in weights.units(register) {
            is_in[unit.index()] = true;
        }
    }
    let is_artificial =
        |unit: usize| sub_registers.units.get(unit).is_some_and(|unit| unit.is_artificial);
    let units = (0..is_in.len()).filter(|&unit| is_in[unit] && !is_artificial(unit));
    units.map(RegUnitId::from_index).collect()
}

fn class_weight(
    store: &RecordStore,
    class: &RegisterClass,
    units: &[RegUnitId],
    weights: &UnitWeights,
) -> Result<ClassWeight, FieldError> {
    let of_registers = class.members.first().filter(|_| !class.is_artificial);
    let said = match class.record {
        Some(record) => optional_int(store.record(record), "Weight")?,
        None => None,
    };
    let of_first = of_registers.map_or(0, |first| weights.total(weights.units(first)));
    Ok(ClassWeight {
        register: said.unwrap_or(i64::from(of_first)),
        limit: of_registers.map_or(0, |_| weights.total(units)),
    })
}

/// The units of each class, and of two classes that share some; without those that differ little
/// from others.
fn sets(
    classes: &RegisterClasses,
    units: &[Vec<RegUnitId>],
    weights: &UnitWeights,
) -> Result<Vec<PressureSet>, Diagnostic> {
    let mut sets = Sets::default();
    for ((_, class), units) in classes.iter().zip(units) {
        let properties = &class.properties;
        if properties.is_allocatable && !class.is_artificial && properties.generate_pressure_set {
            sets.add(units.clone(), |_| class.name.to_string());
        }
    }
    if sets.list.is_empty() {
        let fault = "RegUnitSets cannot be empty!";
        return Err(Diagnostic::new(Severity::Error, None, fault));
    }
    sets.prune(weights);
    let count = sets.list.len();
    for a in 0..count {
        for b in a + 1..count {
            let (first, second) = (&sets.list[a].units, &sets.list[b].units);
            if !intersect(first, second) {
                continue;
            }
            let mut both: Vec<RegUnitId> = first.iter().chain(second).copied().collect();
            both.sort_unstable();
            both.dedup();
            sets.add(both, |list| format!("{}_with_{}", list[a].name, list[b].name));
        }
    }
    sets.prune(weights);
    for set in &mut sets.list {
        set.weight = weights.total(&set.units);
    }
    Ok(sets.list)
}

fn intersect(a: &[RegUnitId], b: &[RegUnitId]) -> bool {
    let mut b = b.iter().peekable();
    a.iter().any(|unit| {
        while b.next_if(|&other| other < unit).is_some() {}
        b.peek() == Some(&unit)
    })
}

#[derive(Default)]
struct Sets {
    list: Vec<PressureSet>,
    known: FxHashMap<Vec<RegUnitId>, ()>,
}

impl Sets {
    /// Adds a set, unless there is one of the same units.
    fn add(&mut self, units: Vec<RegUnitId>, name: impl FnOnce(&[PressureSet]) -> String) {
        if self.known.insert(units.clone(), ()).is_none() {
            let name = name(&self.list);
            self.list.push(PressureSet { name, weight: 0, units });
        }
    }

    /// Removes sets that lie in others with few units more, of the same weight. What is left takes
    /// the shorter name.
    fn prune(&mut self, weights: &UnitWeights) {
        let weight = |unit: Option<&RegUnitId>| unit.map_or(0, |&unit| weights.weight(unit));
        let mut kept = Vec::with_capacity(self.list.len());
        for sub in 0..self.list.len() {
            let PressureSet { units, .. } = &self.list[sub];
            let of_sub = weight(units.first());
            let subsumes = |(i, set): &(usize, &PressureSet)| {
                *i != sub
                    && units.len() + NOTABLE_DIFFERENCE > set.units.len()
                    && of_sub == weight(set.units.first())
                    && of_sub == weight(set.units.last())
                    && is_subset(units, &set.units)
            };
            let found = self.list.iter().enumerate().find(subsumes).map(|(i, _)| i);
            kept.push(found.is_none());
            if let Some(into) = found
                && self.list[sub].name.len() < self.list[into].name.len()
            {
                self.list[into].name = self.list[sub].name.clone();
            }
        }
        let mut kept = kept.into_iter();
        self.list.retain(|_| kept.next().unwrap_or(true));
        self.known = self.list.iter().map(|set| (set.units.clone(), ())).collect();
    }
}

/// By unit, the list of the sets that hold it: one of those that classes have, or one more.
fn lists_of_units(sets: &[PressureSet], lists: &mut Vec<Vec<u32>>, units: usize) -> Vec<usize> {
    let mut holding: Vec<Vec<u32>> = vec![Vec::new(); units];
    for (number, set) in (0u32..).zip(sets) {
        for unit in &set.units {
            if let Some(list) = holding.get_mut(unit.index()) {
                list.push(number);
            }
        }
    }
    let mut places: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    for (place, list) in lists.iter().enumerate() {
        places.entry(list.clone()).or_insert(place);
    }
    let mut place_of = |list: Vec<u32>| {
        *places.entry(list).or_insert_with_key(|list| {
            lists.push(list.clone());
            lists.len() - 1
        })
    };
    holding.into_iter().map(&mut place_of).collect()
}
