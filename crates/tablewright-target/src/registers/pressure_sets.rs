//! Register pressure sets: sets of register units for which classes compete.
//!
//! In: allocatable register classes with their units, and unit weights. Out: [`PressureSets`]. Each
//! allocatable class starts as a set. Sets that hardly differ from a larger set are merged into it.
//! Then each pair of overlapping sets adds its union. Finally sets that hardly differ are merged
//! again. The order of these steps determines the printed set names.

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
    /// A pressure set, in the target's enum order.
    pub struct PressureSetId;

    /// A list of pressure sets to which a register class or a register unit contributes.
    pub struct PressureListId;
}

/// The minimal notable size difference. A subset is merged if it is smaller by fewer units than
/// this.
const NOTABLE_DIFFERENCE: usize = 3;

/// A register unit set.
#[doc(alias = "RegUnitSet")]
#[derive(Debug)]
pub struct PressureSet {
    /// The set name, composed of class names.
    pub name: String,
    /// The total unit weight.
    pub weight: u32,
    units: Vec<RegUnitId>,
}

/// The pressure caused by registers in a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassWeight {
    /// The weight for each register.
    pub register: i64,
    /// The total weight for all units in the class.
    pub limit: u32,
}

/// A target's pressure sets.
#[derive(Debug)]
pub struct PressureSets {
    /// The sets, in ascending order by unit count.
    pub sets: IndexVec<PressureSetId, PressureSet>,
    /// The sorted set lists: one list for each class in class order, then further lists for units.
    pub lists: IndexVec<PressureListId, Vec<PressureSetId>>,
    /// Lists by native (not adopted) unit.
    pub list_of_unit: IndexVec<RegUnitId, PressureListId>,
    /// Weights by class.
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
        // Sets are sorted by size. The sort is stable, so sets with equal size stay in discovery
        // order.
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
    /// Returns the pressure sets for a class.
    pub fn for_class(&self, class: RegisterClassId) -> &[PressureSetId] {
        &self.lists[self.list_of_class(class)]
    }

    /// Returns the pressure set list for a class.
    pub fn list_of_class(&self, class: RegisterClassId) -> PressureListId {
        // The first lists belong to classes.
        PressureListId::from_index(class.index())
    }
}

/// Returns a class's real (not artificial) units, in order.
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
    // Adopted units, known only to the weights, are not artificial.
    let is_artificial =
        |unit: RegUnitId| sub_registers.units.get(unit).is_some_and(|unit| unit.is_artificial);
    is_in.indices().filter(|&unit| is_in[unit] && !is_artificial(unit)).collect()
}

/// Returns a member whose weight applies to all registers in the class: the first member, or the
/// first real (not artificial) member.
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
    let explicit_weight = match class.record {
        Some(record) => RegisterClassRecord::new(store.record(record)).weight()?,
        None => None,
    };
    let of_first = of_registers.map_or(0, |first| weights.total(weights.units(first)));
    Ok(ClassWeight {
        register: explicit_weight.unwrap_or(i64::from(of_first)),
        limit: of_registers.map_or(0, |_| weights.total(units)),
    })
}

/// Builds a set for each class and for each overlapping pair, and merges sets that hardly differ.
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
    // Sets added below are not combined again.
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

/// The sets so far, in discovery order.
#[derive(Default)]
struct PressureSetList {
    list: Vec<PressureSet>,
    /// The units in each set, for lookup.
    by_units: FxHashSet<Vec<RegUnitId>>,
}

impl PressureSetList {
    /// Adds a set unless a set with the same units exists.
    fn add(&mut self, units: Vec<RegUnitId>, name: impl FnOnce(&[PressureSet]) -> String) {
        if self.by_units.insert(units.clone()) {
            let name = name(&self.list);
            self.list.push(PressureSet { name, weight: 0, units });
        }
    }

    /// Removes each set that has a slightly larger superset, if all units have the same weight. The
    /// superset takes the removed set's name if that name is shorter.
    fn prune(&mut self, weights: &UnitWeights) {
        let weight = |unit: Option<&RegUnitId>| unit.map_or(0, |&unit| weights.weight(unit));
        let mut kept = Vec::with_capacity(self.list.len());
        for sub in 0..self.list.len() {
            let PressureSet { units, .. } = &self.list[sub];
            // Units are sorted. The first and the last unit represent all units.
            let of_sub = weight(units.first());
            let subsumes = |set: &PressureSet| {
                units.len() + NOTABLE_DIFFERENCE > set.units.len()
                    && [set.units.first(), set.units.last()].map(weight) == [of_sub; 2]
                    && is_subset(units, &set.units)
            };
            // The search includes sets that will be removed. Immediate removal would change later
            // matches and therefore names.
            let superset = (0..self.list.len()).find(|&i| i != sub && subsumes(&self.list[i]));
            kept.push(superset.is_none());
            if let Some(into) = superset
                && self.list[sub].name.len() < self.list[into].name.len()
            {
                self.list[into].name = self.list[sub].name.clone();
            }
        }
        let mut kept = kept.into_iter();
        self.list.retain(|_| kept.next().unwrap_or(true));
        // A union equal to a removed set may be added again.
        self.by_units = self.list.iter().map(|set| set.units.clone()).collect();
    }
}

/// Builds a list of containing sets for each unit. Reuses an equal class list, or adds a new list.
fn lists_of_units(
    sets: &IndexVec<PressureSetId, PressureSet>,
    lists: &mut IndexVec<PressureListId, Vec<PressureSetId>>,
    units: usize,
) -> IndexVec<RegUnitId, PressureListId> {
    let mut holding: IndexVec<RegUnitId, Vec<PressureSetId>> =
        IndexVec::from_elem_n(Vec::new(), units);
    for (id, set) in sets.iter_enumerated() {
        for &unit in &set.units {
            // Adopted units do not have a list.
            if let Some(list) = holding.get_mut(unit) {
                list.push(id);
            }
        }
    }
    let mut cache: FxHashMap<Vec<PressureSetId>, PressureListId> = FxHashMap::default();
    for (id, list) in lists.iter_enumerated() {
        // The first of several equal class lists is reused, so unit lists add few entries.
        cache.entry(list.clone()).or_insert(id);
    }
    let mut id_of = |list: Vec<PressureSetId>| {
        *cache.entry(list).or_insert_with_key(|list| lists.push(list.clone()))
    };
    holding.into_iter().map(&mut id_of).collect()
}
