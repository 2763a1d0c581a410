//! Scheduling classes.
//!
//! In: instructions with their `SchedRW` and `Itinerary`, and the `InstRW` records. Out:
//! [`SchedClasses`]. Instructions share a class if they have the same writes, reads and itinerary
//! class, and the same `InstRW` records name them. The first class, [`SchedClassId::NONE`],
//! contains instructions without any of these. Classes are numbered by their first instruction,
//! followed by classes that `InstRW` records split off and then by classes inferred from variants.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::index::{InstRwId, ProcModelId, SchedClassId};
use super::inst_rw::{InstRw, InstructionSets};
use super::operands::SchedOperands;
use super::read_write::ReadWrites;
use crate::instructions::{InstructionId, Instructions};
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::schedule::{InstRwRecord, SchedMachineModelRecord};

/// A scheduling class.
#[doc(alias = "CodeGenSchedClass")]
#[derive(Debug)]
pub struct SchedClass {
    /// The name in the generated code.
    pub name: Box<str>,
    /// The itinerary class; `None` for a class that only replaces another class.
    pub itinerary: Option<RecordId>,
    /// The writes and reads, unless `inst_rws` override them.
    pub operands: SchedOperands,
    /// The processor models with this class, sorted; [`ProcModelId::ALL`] comes first.
    pub models: Vec<ProcModelId>,
    /// The classes that can replace it, chosen by predicates on the instruction.
    pub transitions: Vec<SchedTransition>,
    /// The `InstRW` records that override the operands on some processors.
    pub inst_rws: Vec<InstRwId>,
    /// Number of instructions in this class.
    pub instruction_count: usize,
    /// The processor models whose `inst_rws` were already searched for transitions.
    pub(super) inst_rw_models: Vec<ProcModelId>,
}

/// The replacement of a class for some instructions on some processors.
#[doc(alias = "CodeGenSchedTransition")]
#[derive(Debug)]
pub struct SchedTransition {
    /// The replacement.
    pub to: SchedClassId,
    /// The processor model.
    pub model: ProcModelId,
    /// The predicates that must be true: `SchedPredicateBase` records.
    pub predicates: Vec<RecordId>,
}

/// The scheduling classes in a target.
#[derive(Debug)]
pub struct SchedClasses {
    list: IndexVec<SchedClassId, SchedClass>,
    /// By itinerary class and operands, the first class with this key.
    by_key: FxHashMap<(Option<RecordId>, SchedOperands), SchedClassId>,
    of_instruction: IndexVec<InstructionId, SchedClassId>,
    /// Number of classes with instructions; later classes only replace these.
    instruction_class_count: usize,
    no_itinerary: RecordId,
}

impl SchedClasses {
    /// Builds classes from the fields of each instruction.
    pub(super) fn from_instructions(
        store: &RecordStore,
        instructions: &Instructions,
        rws: &ReadWrites,
    ) -> Result<SchedClasses, FieldError> {
        let no_itinerary = match (store.find_record("NoItinerary"), instructions.records()) {
            (Some(no_itinerary), _) => no_itinerary,
            (None, [instruction, ..]) => {
                let message = "The record 'NoItinerary' is not defined";
                return Err(FieldError::new(
                    Code::ProcessorModels,
                    store.record(*instruction),
                    message,
                ));
            }
            (None, []) => unreachable!("targets without instructions are refused"),
        };
        let mut classes = SchedClasses {
            list: IndexVec::new(),
            by_key: FxHashMap::default(),
            of_instruction: IndexVec::with_capacity(instructions.len()),
            instruction_class_count: 0,
            no_itinerary,
        };
        let nothing = SchedOperands::default();
        let name = "NoInstrModel".into();
        classes.push(SchedClass::new(name, Some(no_itinerary), nothing, vec![ProcModelId::ALL]));
        // Equal lists have the same value id, so that each list is read once.
        let mut by_values: FxHashMap<(ValueId, ValueId), SchedClassId> = FxHashMap::default();
        for &record in instructions.records() {
            let instruction = InstructionRecord::new(store.record(record));
            let key = (instruction.itinerary_value()?, instruction.sched_rw_value()?);
            let class = match by_values.get(&key) {
                Some(&class) => class,
                None => {
                    let mut operands = SchedOperands::default();
                    if key.1 != ValueId::UNSET {
                        operands = rws.operands(instruction.sched_rw()?);
                    }
                    let itinerary = instruction.itinerary()?.id();
                    let all = ProcModelId::ALL;
                    let class = classes.add(store, rws, Some(itinerary), operands, all);
                    by_values.insert(key, class);
                    class
                }
            };
            classes.of_instruction.push(class);
            classes.list[class].instruction_count += 1;
        }
        classes.instruction_class_count = classes.list.len();
        Ok(classes)
    }

    fn push(&mut self, class: SchedClass) -> SchedClassId {
        let id = self.list.next_index();
        // A class that an `InstRW` split off has the same key as its original. Lookups keep
        // returning the original.
        self.by_key.entry((class.itinerary, class.operands.clone())).or_insert(id);
        self.list.push(class)
    }

    /// Returns the class with these properties, and creates it if it is new. Adds `model` to the
    /// processor models of the class.
    pub(super) fn add(
        &mut self,
        store: &RecordStore,
        rws: &ReadWrites,
        itinerary: Option<RecordId>,
        operands: SchedOperands,
        model: ProcModelId,
    ) -> SchedClassId {
        let key = (itinerary, operands);
        if let Some(&class) = self.by_key.get(&key) {
            let models = &mut self.list[class].models;
            if let Err(index) = models.binary_search(&model) {
                models.insert(index, model);
            }
            return class;
        }
        let (itinerary, operands) = key;
        let named = itinerary.filter(|&itinerary| itinerary != self.no_itinerary);
        let named = named.map(|itinerary| store.record(itinerary).name());
        let name = name_of(named, &operands, rws);
        self.push(SchedClass::new(name, itinerary, operands, vec![model]))
    }

    /// Moves instructions named by `InstRW` records to separate classes.
    pub(super) fn split_by_inst_rws(
        &mut self,
        store: &RecordStore,
        instructions: &Instructions,
        inst_rws: &IndexVec<InstRwId, InstRw>,
    ) -> Result<(), Diagnostic> {
        let mut sets = InstructionSets::new(store, instructions);
        for (id, inst_rw) in inst_rws.iter_enumerated() {
            let record = store.record(inst_rw.record);
            let named = sets.for_inst_rw(record)?;
            if named.is_empty() {
                return Err(FieldError::new(
                    Code::InstRws,
                    record,
                    "No matching instruction opcodes",
                )
                .into());
            }
            // The classes in the order of their first named instruction.
            let mut indices: FxHashMap<SchedClassId, usize> = FxHashMap::default();
            let mut parts: Vec<(SchedClassId, Vec<RecordId>)> = Vec::new();
            for &instruction in named.iter() {
                let class = match instructions.id(instruction) {
                    Some(id) => self.of_instruction[id],
                    None => {
                        let record = store.record(instruction);
                        let message = "No sched class for instruction.";
                        return Err(FieldError::new(Code::InstRws, record, message).into());
                    }
                };
                let index = *indices.entry(class).or_insert(parts.len());
                if index == parts.len() {
                    parts.push((class, Vec::new()));
                }
                parts[index].1.push(instruction);
            }
            // A split changes the classes of instructions, so it cannot run in the loop above.
            for (class, part) in parts {
                self.split(store, instructions, inst_rws, id, class, &part)?;
            }
        }
        self.instruction_class_count = self.list.len();
        Ok(())
    }

    /// Moves the instructions `part` of a class, which an `InstRW` names, to a new class. If `part`
    /// is a whole class that another `InstRW` split off, its instructions stay there.
    fn split(
        &mut self,
        store: &RecordStore,
        instructions: &Instructions,
        inst_rws: &IndexVec<InstRwId, InstRw>,
        id: InstRwId,
        from: SchedClassId,
        part: &[RecordId],
    ) -> Result<(), Diagnostic> {
        let record = store.record(inst_rws[id].record);
        let model = SchedMachineModelRecord::new(InstRwRecord::new(record).sched_model()?);
        let old = &self.list[from];
        // The class before any `InstRW` is never reused. If all of its instructions are named, it
        // stays empty and keeps its number.
        let is_whole = !old.inst_rws.is_empty() && old.instruction_count == part.len();
        // In releases before `FullInstRWOverlapCheck`, an `InstRW` could override an `InstRW` with
        // the same model and exactly the same instructions.
        if !is_whole || model.full_inst_rw_overlap_check()? {
            for &earlier in &old.inst_rws {
                let earlier = &inst_rws[earlier];
                if earlier.model == inst_rws[id].model {
                    let earlier = store.record(earlier.record);
                    return Err(overlap(record, earlier, store.record(part[0])));
                }
            }
        }
        if is_whole {
            self.list[from].inst_rws.push(id);
            return Ok(());
        }
        let names: Vec<&str> = part.iter().map(|&record| store.record(record).name()).collect();
        let class = SchedClass {
            inst_rws: old.inst_rws.iter().copied().chain([id]).collect(),
            instruction_count: part.len(),
            ..SchedClass::new(
                names.join("_").into(),
                old.itinerary,
                old.operands.clone(),
                vec![ProcModelId::ALL],
            )
        };
        self.list[from].instruction_count -= part.len();
        let class = self.push(class);
        for &instruction in part {
            let instruction = instructions.id(instruction).expect("it has a class");
            self.of_instruction[instruction] = class;
        }
        Ok(())
    }

    /// Returns the class count.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of classes with instructions. Later classes only replace these.
    pub fn instruction_class_count(&self) -> usize {
        self.instruction_class_count
    }

    /// Iterates over all classes with their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SchedClassId, &SchedClass)> {
        self.list.iter_enumerated()
    }

    /// Returns the class with this number.
    pub fn get(&self, class: SchedClassId) -> &SchedClass {
        &self.list[class]
    }

    pub(super) fn get_mut(&mut self, class: SchedClassId) -> &mut SchedClass {
        &mut self.list[class]
    }

    /// Returns the class of each instruction.
    pub fn by_instruction(&self) -> &IndexVec<InstructionId, SchedClassId> {
        &self.of_instruction
    }

    /// Returns a vector with `value` for each class.
    pub(super) fn side_table<T: Clone>(&self, value: T) -> IndexVec<SchedClassId, T> {
        IndexVec::from_elem(value, &self.list)
    }

    /// Returns the itinerary class of instructions without itineraries.
    pub fn no_itinerary(&self) -> RecordId {
        self.no_itinerary
    }
}

impl SchedClass {
    fn new(
        name: Box<str>,
        itinerary: Option<RecordId>,
        operands: SchedOperands,
        models: Vec<ProcModelId>,
    ) -> SchedClass {
        SchedClass {
            name,
            itinerary,
            operands,
            models,
            transitions: Vec::new(),
            inst_rws: Vec::new(),
            instruction_count: 0,
            inst_rw_models: Vec::new(),
        }
    }

    /// Whether it applies to processors of `model`.
    pub fn is_for(&self, model: ProcModelId) -> bool {
        self.models.first() == Some(&ProcModelId::ALL) || self.models.binary_search(&model).is_ok()
    }
}

fn name_of(itinerary: Option<&str>, operands: &SchedOperands, rws: &ReadWrites) -> Box<str> {
    let mut name = itinerary.unwrap_or_default().to_owned();
    for &write in &operands.writes {
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(&rws.get(write).name);
    }
    for &read in &operands.reads {
        name.push('_');
        name.push_str(&rws.get(read).name);
    }
    name.into()
}

fn overlap(record: Record<'_>, earlier: Record<'_>, instruction: Record<'_>) -> Diagnostic {
    let instrs = InstRwRecord::new(earlier).instrs();
    let instrs = instrs.map_or_else(|_| String::new(), |value| earlier.store().value_text(value));
    let name = instruction.name();
    let message =
        format!("Overlapping InstRW definition for \"{name}\" also matches previous \"{instrs}\".");
    let mut diagnostic = Diagnostic::from(FieldError::new(Code::InstRws, record, message));
    diagnostic.note(Some(earlier.pos()), "Previous match was here.");
    diagnostic
}
