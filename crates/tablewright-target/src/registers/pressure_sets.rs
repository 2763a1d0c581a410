//! Register pressure sets: sets of register units that classes compete for.
//!
//! In: allocatable register classes with their units, and the weights of these. Out:
//! [`PressureSets`]. Each allocatable class begins as a set. PressureSetList that hardly differ from a larger
//! one are merged with it; then for any two sets with a unit in common there is a set with the units
//! of both; and sets that hardly differ are merged again. The order of these steps decides the names
//! of the sets, which are printed.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::{RegUnitId, RegisterClassId, RegisterId};
use super::register::Registers;
use super::register_classes::{RegisterClass, RegisterClasses};
use super::sub_registers::SubRegisters;
use super::unit_weights::{UnitWeights, is_subset};
use crate::record_views::register::RegisterClassRecord;

define_index! {
    /// A pressure set, in the order of the target's enum.
    pub struct PressureSetId;

    /// A list of pressure sets: those that a register class, or a register unit, counts towards.
    pub struct PressureListId;
}

/// A set that lies in another one is merged with it if it has fewer than this many units less.
const NOTABLE_DIFFERENCE: usize = 3;

/// A set of register units.
#[doc(alias = "RegUnitSet")]
#[derive(Debug)]
pub struct PressureSet {
    /// Its name, composed of the names of classes.
    pub name: String,
    /// The weight of its units.
    pub weight: u32,
    units: Vec<RegUnitId>,
}

/// The pressure that registers of a class cause.
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
    pub sets: IndexVec<PressureSetId, PressureSet>,
    /// The lists of sets, each in order: one for each class in the order of the classes, then more
    /// for units.
    pub lists: IndexVec<PressureListId, Vec<PressureSetId>>,
    /// By unit that is not adopted, its list.
    pub list_of_unit: IndexVec<RegUnitId, PressureListId>,
    /// The weights of each class.
    pub class_weights: IndexVec<RegisterClassId, ClassWeight>,
}

impl Analysis for PressureSets {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PressureSets, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let weights: &UnitWeights = store.analysis(diagnostics)?;
        let units: IndexVec<RegisterClassId, Vec<RegUnitId>> =
            classes.iter().map(|(_, class)| units_of(class, sub_registers, weights)).collect();
        // The order of sets is by size; sets as large stay in the order in which they were found.
        let mut sets = sets(classes, &units, weights)?;
        sets.raw_mut().sort_by_key(|set| set.units.len());
        let mut lists = IndexVec::with_capacity(classes.len());
        for (id, class) in classes.iter() {
            let units = &units[id];
            let holds = |set: &PressureSet| {
                class.properties.is_allocatable && !units.is_empty() && is_subset(units, &set.units)
            };
            lists.push(
                sets.iter_enumerated().filter(|(_, set)| holds(set)).map(|(id, _)| id).collect(),
            );
        }
        let list_of_unit = lists_of_units(&sets, &mut lists, sub_registers.units.len());
        let class_weights = classes
            .iter()
            .map(|(id, class)| {
                let of_registers = weighed_member(store, registers, class);
                class_weight(store, class, of_registers, &units[id], weights)
            })
            .collect::<Result<_, FieldError>>()?;
        Ok(PressureSets { sets, lists, list_of_unit, class_weights })
    }
}

impl PressureSets {
    /// The sets that a class draws on.
    pub fn of_class(&self, class: RegisterClassId) -> &[PressureSetId] {
        &self.lists[self.list_of_class(class)]
    }

    /// The list of the sets that a class draws on.
    pub fn list_of_class(&self, class: RegisterClassId) -> PressureListId {
        // The first lists are those of classes.
        PressureListId::from_index(class.index())
    }
}

/// The units of a class that are not artificial, in order.
fn units_of(
    class: &RegisterClass,
    sub_registers: &SubRegisters,
    weights: &UnitWeights,
) -> Vec<RegUnitId> {
    let mut is_in: IndexVec<RegUnitId, bool> = IndexVec::from_elem_n(false, weights.unit_count());
    for register in class.members.iter() {
        for &unit in weights.units(register) {
            is_in[unit] = true;
        }
    }
    // Adopted units, which only weights know, are not artificial.
    let is_artificial =
        |unit: RegUnitId| sub_registers.units.get(unit).is_some_and(|unit| unit.is_artificial);
    is_in.indices().filter(|&unit| is_in[unit] && !is_artificial(unit)).collect()
}

/// The register whose weight all registers of a class have: the first, or the first that is not
/// artificial.
fn weighed_member(
    store: &RecordStore,
    registers: &Registers,
    class: &RegisterClass,
) -> Option<RegisterId> {
    let any_will_do = !store.release().has(Feature::ArtificialMembersInferNoClasses);
    let mut members = class.members.iter().filter(|_| !class.is_artificial);
    members.find(|&member| any_will_do || !registers.get(member).is_artificial)
}

fn class_weight(
    store: &RecordStore,
    class: &RegisterClass,
    of_registers: Option<RegisterId>,
    units: &[RegUnitId],
    weights: &UnitWeights,
) -> Result<ClassWeight, FieldError> {
    let said = match class.record {
        Some(record) => RegisterClassRecord::new(store.record(record)).weight()?,
        None => None,
    };
    let of_first = of_registers.map_or(0, |first| weights.total(weights.units(first)));
    Ok(ClassWeight {
        register: said.unwrap_or(i64::from(of_first)),
        limit: of_registers.map_or(0, |_| weights.total(units)),
    })
}

/// The units of each class, and of any two classes that share some; merged where they differ
/// little.
fn sets(
    classes: &RegisterClasses,
    units: &IndexVec<RegisterClassId, Vec<RegUnitId>>,
    weights: &UnitWeights,
) -> Result<IndexVec<PressureSetId, PressureSet>, Diagnostic> {
    let mut sets = PressureSetList::default();
    for (id, class) in classes.iter() {
        let properties = &class.properties;
        if properties.is_allocatable && !class.is_artificial && properties.generate_pressure_set {
            sets.add(units[id].clone(), |_| class.name.to_string());
        }
    }
    if sets.list.is_empty() {
        let message = "RegUnitSets cannot be empty!";
        return Err(Diagnostic::error_anywhere(Code::RegisterUnits, message));
    }
    sets.prune(weights);
    // PressureSetList that are added below are not combined with others again.
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
    Ok(IndexVec::from_raw(sets.list))
}

fn intersect(a: &[RegUnitId], b: &[RegUnitId]) -> bool {
    let mut b = b.iter().peekable();
    a.iter().any(|unit| {
        while b.next_if(|&other| other < unit).is_some() {}
        b.peek() == Some(&unit)
    })
}

/// The sets so far, in the order in which they were found.
#[derive(Default)]
struct PressureSetList {
    list: Vec<PressureSet>,
    /// The units of each set, for lookup.
    by_units: FxHashSet<Vec<RegUnitId>>,
}

impl PressureSetList {
    /// Adds a set, unless there is one of the same units.
    fn add(&mut self, units: Vec<RegUnitId>, name: impl FnOnce(&[PressureSet]) -> String) {
        if self.by_units.insert(units.clone()) {
            let name = name(&self.list);
            self.list.push(PressureSet { name, weight: 0, units });
        }
    }

    /// Removes each set that lies in another with few units more, if their units weigh the same. The
    /// other set takes its name if that is shorter.
    fn prune(&mut self, weights: &UnitWeights) {
        let weight = |unit: Option<&RegUnitId>| unit.map_or(0, |&unit| weights.weight(unit));
        let mut kept = Vec::with_capacity(self.list.len());
        for sub in 0..self.list.len() {
            let PressureSet { units, .. } = &self.list[sub];
            // Units are in order; the first and the last stand for all of them.
            let of_sub = weight(units.first());
            let subsumes = |(i, set): &(usize, &PressureSet)| {
                *i != sub
                    && units.len() + NOTABLE_DIFFERENCE > set.units.len()
                    && of_sub == weight(set.units.first())
                    && of_sub == weight(set.units.last())
                    && is_subset(units, &set.units)
            };
            // The search goes over all sets, those to be removed included: removing them at once
            // would change which set is found, and so the names.
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
        // A union that is equal to a removed set may be added again.
        self.by_units = self.list.iter().map(|set| set.units.clone()).collect();
    }
}

/// By unit, the list of the sets that hold it: the list of a class if one is equal, or a new one.
fn lists_of_units(
    sets: &IndexVec<PressureSetId, PressureSet>,
    lists: &mut IndexVec<PressureListId, Vec<PressureSetId>>,
    units: usize,
) -> IndexVec<RegUnitId, PressureListId> {
    let mut holding: IndexVec<RegUnitId, Vec<PressureSetId>> =
        IndexVec::from_elem_n(Vec::new(), units);
    for (id, set) in sets.iter_enumerated() {
        for &unit in &set.units {
            // Adopted units have no list.
            if let Some(list) = holding.get_mut(unit) {
                list.push(id);
            }
        }
    }
    let mut cache: FxHashMap<Vec<PressureSetId>, PressureListId> = FxHashMap::default();
    for (id, list) in lists.iter_enumerated() {
        // Of equal lists of classes the first is used. Lists of units thus need few entries of
        // their own.
        cache.entry(list.clone()).or_insert(id);
    }
    let mut id_of = |list: Vec<PressureSetId>| {
        *cache.entry(list).or_insert_with_key(|list| lists.push(list.clone()))
    };
    holding.into_iter().map(&mut id_of).collect()
}
