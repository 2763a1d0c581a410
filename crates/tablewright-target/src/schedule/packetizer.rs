//! Packetizers, which group instructions of a VLIW processor into packets.
//!
//! In: the itineraries of a namespace. Out: an automaton whose states are sets of functional units
//! in use, and whose actions are lists of stages. An instruction fits into a packet if the
//! automaton has a transition for its stages.

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, natural_order};
use tablewright_syntax::diagnostic::Code;

use super::proc_model::ProcModel;
use super::sched_models::SchedModels;
use crate::automaton::{NondeterministicAutomaton, Successor, TooLarge};
use crate::record_views::itinerary::{
    ComboFuncUnitsRecord, InstrItinDataRecord, ProcessorItinerariesRecord,
};

/// Maximal functional unit count.
const MAX_UNITS: usize = 64;
/// Maximal number of unit combinations for an instruction.
const MAX_CHOICES: usize = 1 << 16;

/// The itineraries of one namespace.
#[doc(alias = "DFAPacketizerEmitter")]
#[derive(Debug)]
pub struct Packetizer {
    /// The namespace; empty for itineraries without a namespace.
    pub namespace: String,
    /// By processor model and scheduling class, the number of its stage list; zero for none.
    pub stages: Vec<u32>,
    /// The processor models with their ranges in `stages`.
    pub models: Vec<ModelPart>,
    /// The automaton. Its actions are the numbers in `stages`.
    pub automaton: NondeterministicAutomaton,
}

/// The range of a processor model in a packetizer's stages.
#[derive(Debug)]
pub struct ModelPart {
    /// The model name.
    pub name: String,
    /// The model number in processor tables.
    pub processor_id: usize,
    /// Index of its first entry in the stages.
    pub start: usize,
}

/// A processor model with itineraries.
#[derive(Clone, Copy)]
struct PacketizedModel<'a> {
    /// The model number in processor tables.
    processor_id: usize,
    model: &'a ProcModel,
}

/// Builds a packetizer for each namespace of a target. `order` receives the namespaces in the order
/// in which processor models first name them, and returns their indices in output order.
///
/// # Errors
/// Returns an error if there are more units than bits in a state, or too many states.
pub fn packetizers(
    store: &RecordStore,
    models: &SchedModels,
    order: impl FnOnce(&[&str]) -> Vec<usize>,
) -> Result<Vec<Packetizer>, FieldError> {
    let mut namespaces: Vec<(&str, Vec<PacketizedModel<'_>>)> = Vec::new();
    let all = models.proc_models.list.iter().enumerate();
    for (processor_id, model) in all.filter(|(_, model)| model.has_itineraries) {
        let itineraries = ProcessorItinerariesRecord::new(store.record(model.itineraries));
        let namespace = itineraries.packetizer_namespace()?.unwrap_or_default();
        match namespaces.iter_mut().find(|(name, _)| *name == namespace) {
            Some((_, models)) => models.push(PacketizedModel { processor_id, model }),
            None => namespaces.push((namespace, vec![PacketizedModel { processor_id, model }])),
        }
    }
    let mut builder = PacketizerBuilder::new(store);
    let mut packetizers = Vec::new();
    let names: Vec<&str> = namespaces.iter().map(|&(name, _)| name).collect();
    for (namespace, models) in order(&names).into_iter().filter_map(|index| namespaces.get(index)) {
        // The builder keeps the data of earlier namespaces, so the order determines stage list
        // numbers.
        packetizers.push(builder.packetizer(namespace, models)?);
    }
    Ok(packetizers)
}

/// The units and stage lists so far; namespaces share them.
struct PacketizerBuilder<'s> {
    store: &'s RecordStore,
    /// By functional unit name, its bit.
    units: FxHashMap<&'s str, u64>,
    /// By bit of a combined unit, the bits of all its units.
    combinations: FxHashMap<u64, u64>,
    /// Stage lists, numbered from one. Each stage is the mask of its alternative units.
    stage_lists: Vec<Vec<u64>>,
    numbers: FxHashMap<Vec<u64>, u32>,
    stages: Vec<u32>,
}

impl<'s> PacketizerBuilder<'s> {
    fn new(store: &'s RecordStore) -> PacketizerBuilder<'s> {
        PacketizerBuilder {
            store,
            units: FxHashMap::default(),
            combinations: FxHashMap::default(),
            stage_lists: Vec::new(),
            numbers: FxHashMap::default(),
            stages: Vec::new(),
        }
    }

    fn packetizer(
        &mut self,
        namespace: &str,
        models: &[PacketizedModel<'_>],
    ) -> Result<Packetizer, FieldError> {
        self.add_units(models)?;
        self.add_combinations()?;
        let mut starts = Vec::new();
        let mut by_record: FxHashMap<RecordId, u32> = FxHashMap::default();
        for &PacketizedModel { processor_id, model } in models {
            let (name, start) = (model.name.clone(), self.stages.len());
            starts.push(ModelPart { name, processor_id, start });
            for data in &model.itin_data {
                let number = match data {
                    None => 0,
                    Some(data) => match by_record.get(data) {
                        Some(&number) => number,
                        None => {
                            let record = InstrItinDataRecord::new(self.store.record(*data));
                            let number = self.stage_list(record)?;
                            by_record.insert(*data, number);
                            number
                        }
                    },
                };
                self.stages.push(number);
            }
        }
        let automaton = self.automaton().map_err(|TooLarge { limit }| {
            let itineraries = self.store.record(models[0].model.itineraries);
            let message = format!(
                "the packetizer of {} has more than {limit} transitions",
                itineraries.name()
            );
            FieldError::new(Code::Itineraries, itineraries, message)
        })?;
        let namespace = namespace.to_owned();
        Ok(Packetizer { namespace, stages: self.stages.clone(), models: starts, automaton })
    }

    fn add_units(&mut self, models: &[PacketizedModel<'_>]) -> Result<(), FieldError> {
        let mut itineraries: Vec<RecordId> =
            models.iter().map(|numbered| numbered.model.itineraries).collect();
        // Several models may have the same itineraries.
        itineraries.sort_unstable();
        itineraries.dedup();
        if self.store.release().has(Feature::PacketizersOrderByName) {
            let name = |itineraries: &RecordId| self.store.record(*itineraries).name();
            itineraries.sort_by(|a, b| natural_order(name(a), name(b)));
        }
        for itineraries in itineraries {
            let itineraries = ProcessorItinerariesRecord::new(self.store.record(itineraries));
            let units = itineraries.functional_units()?;
            if units.len() > MAX_UNITS {
                let message = format!("there are more than {MAX_UNITS} functional units");
                return Err(FieldError::new(Code::Itineraries, itineraries, message));
            }
            for (bit, unit) in units.iter().enumerate() {
                self.units.insert(unit.name(), 1 << bit);
            }
        }
        Ok(())
    }

    fn unit(&self, unit: Record<'_>) -> u64 {
        self.units.get(unit.name()).copied().unwrap_or(0)
    }

    fn add_combinations(&mut self) -> Result<(), FieldError> {
        for combinations in ComboFuncUnitsRecord::all_if_defined(self.store) {
            for data in combinations.combo_funcs()? {
                let unit = self.unit(data.combo_func()?);
                let mut all = unit;
                for part in data.func_list()? {
                    all |= self.unit(part);
                }
                self.combinations.insert(unit, all);
            }
        }
        Ok(())
    }

    /// Returns the stage list number of an `InstrItinData` record.
    fn stage_list(&mut self, data: InstrItinDataRecord<'_>) -> Result<u32, FieldError> {
        let mut list = Vec::new();
        for stage in data.stages()? {
            let units = stage.units()?;
            list.push(units.iter().fold(0, |units, &unit| units | self.unit(unit)));
        }
        // A stage without units does not restrict packets.
        list.retain(|&units| units != 0);
        let next = self.stage_lists.len() as u32 + 1;
        let number = *self.numbers.entry(list.clone()).or_insert(next);
        if number == next {
            let choices = list.iter().try_fold(1usize, |choices, units| {
                choices.checked_mul(units.count_ones() as usize).filter(|&n| n <= MAX_CHOICES)
            });
            if choices.is_none() {
                let message = format!("there are more than {MAX_CHOICES} ways through the stages");
                return Err(FieldError::new(Code::Itineraries, data, message));
            }
            self.stage_lists.push(list);
        }
        Ok(number)
    }

    fn automaton(&self) -> Result<NondeterministicAutomaton, TooLarge> {
        NondeterministicAutomaton::explore(|from, successors| {
            self.push_successors(from, successors)
        })
    }

    /// Adds the successors of a state. Actions are stage list numbers.
    fn push_successors(&self, from: u64, successors: &mut Vec<Successor>) {
        for (number, list) in (1..).zip(&self.stage_lists) {
            // If any stage has no free unit, the search is skipped.
            if list.iter().all(|units| from | units != from) {
                let reached = self.reached(list, from);
                successors
                    .extend(reached.into_iter().map(|state| Successor { action: number, state }));
            }
        }
    }

    /// Returns the possible states after all stages of an instruction.
    fn reached(&self, stages: &[u64], from: u64) -> Vec<u64> {
        let mut states = vec![from];
        for &units in stages {
            let mut next = Vec::new();
            for &state in &states {
                let mut remaining = units;
                while remaining != 0 {
                    // The lowest set bit.
                    let unit = remaining & remaining.wrapping_neg();
                    remaining ^= unit;
                    let all = self.combinations.get(&unit).copied().unwrap_or(0);
                    let to = state | unit | all;
                    // A combined unit is available only if all of its units are free.
                    if state & all == 0 && to != state {
                        next.push(to);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states
    }
}
