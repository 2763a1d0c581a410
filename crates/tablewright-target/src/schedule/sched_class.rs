//! Scheduling classes.
//!
//! In: instructions with their `SchedRW` and `Itinerary`, and the `InstRW`s. Out: [`SchedClasses`].
//! Instructions are of one class if they have the same writes, reads and itinerary class, and the
//! same `InstRW`s name them. The first class, [`SchedClassId::NONE`], is that of instructions
//! without any of these. Classes are numbered as instructions come to them, then in the order in
//! which `InstRW`s split them; the classes that are inferred from variants follow.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::index::{InstRwId, ProcModelId, SchedClassId};
use super::inst_rw::{InstRw, InstructionSets};
use super::operands::Operands;
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
    /// The itinerary class; `None` for a class that another one turns into.
    pub itinerary: Option<RecordId>,
    /// What operands do, where `inst_rws` do not say otherwise.
    pub operands: Operands,
    /// The processors that it is for, in order; [`ProcModelId::ALL`] comes first.
    pub models: Vec<ProcModelId>,
    /// What it turns into, depending on the instruction.
    pub transitions: Vec<Transition>,
    /// What operands do on certain processors.
    pub inst_rws: Vec<InstRwId>,
    /// How many instructions are of this class.
    pub instruction_count: usize,
    /// The processors for which `inst_rws` have been looked through for transitions.
    pub(super) inst_rw_models: Vec<ProcModelId>,
}

/// What a class turns into for some instructions on some processors.
#[doc(alias = "CodeGenSchedTransition")]
#[derive(Debug)]
pub struct Transition {
    /// The class it turns into.
    pub to: SchedClassId,
    /// The processors.
    pub model: ProcModelId,
    /// What has to hold: records of class `SchedPredicateBase`.
    pub predicates: Vec<RecordId>,
}

/// The scheduling classes of a target.
#[derive(Debug)]
pub struct SchedClasses {
    list: IndexVec<SchedClassId, SchedClass>,
    /// By what they are made of, the first class of that kind.
    by_key: FxHashMap<(Option<RecordId>, Operands), SchedClassId>,
    /// By instruction, its class.
    of_instruction: IndexVec<InstructionId, SchedClassId>,
    /// How many classes instructions are of; the others are what these turn into.
    instruction_class_count: usize,
    no_itinerary: RecordId,
}

impl SchedClasses {
    /// The classes of instructions by what is said with each instruction.
    pub(super) fn of_instructions(
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
        let nothing = Operands::default();
        let name = "NoInstrModel".into();
        classes.push(SchedClass::new(name, Some(no_itinerary), nothing, vec![ProcModelId::ALL]));
        // Equal lists are the same value, so that each is looked through once.
        let mut by_values: FxHashMap<(ValueId, ValueId), SchedClassId> = FxHashMap::default();
        for &record in instructions.records() {
            let instruction = InstructionRecord::new(store.record(record));
            let key = (instruction.itinerary_value()?, instruction.sched_rw_value()?);
            let class = match by_values.get(&key) {
                Some(&class) => class,
                None => {
                    let mut operands = Operands::default();
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
        // A class that an `InstRW` split off has the same key as the one it comes from, which stays
        // the one to be found.
        self.by_key.entry((class.itinerary, class.operands.clone())).or_insert(id);
        self.list.push(class)
    }

    /// The class of what is made of these, a new one if there is none yet; from now on also for
    /// processors of `model`.
    pub(super) fn add(
        &mut self,
        store: &RecordStore,
        rws: &ReadWrites,
        itinerary: Option<RecordId>,
        operands: Operands,
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

    /// Gives instructions named by records of class `InstRW` classes of their own.
    pub(super) fn split_by_inst_rws(
        &mut self,
        store: &RecordStore,
        instructions: &Instructions,
        inst_rws: &IndexVec<InstRwId, InstRw>,
    ) -> Result<(), Diagnostic> {
        let mut sets = InstructionSets::new(store, instructions);
        for (id, inst_rw) in inst_rws.iter_enumerated() {
            let record = store.record(inst_rw.record);
            let named = sets.of(record)?;
            if named.is_empty() {
                return Err(FieldError::new(
                    Code::InstRws,
                    record,
                    "No matching instruction opcodes",
                )
                .into());
            }
            // The classes in the order in which their instructions are named.
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
            // Not in the loop above: a split changes the classes of instructions.
            for (class, part) in parts {
                self.split(store, instructions, inst_rws, id, class, &part)?;
            }
        }
        self.instruction_class_count = self.list.len();
        Ok(())
    }

    /// Moves the instructions `part` of a class, which an `InstRW` names, to a class of their own. If
    /// `part` is all of a class that another `InstRW` has split off before, they stay there.
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
        // The class that instructions had before any `InstRW` is never reused. If all of them are
        // named, it stays without instructions, and keeps its number.
        let is_whole = !old.inst_rws.is_empty() && old.instruction_count == part.len();
        // In releases before `FullInstRWOverlapCheck`, an `InstRW` could override another one of the
        // same model that names just the same instructions.
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

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many classes instructions are of. The others are what these turn into.
    pub fn instruction_class_count(&self) -> usize {
        self.instruction_class_count
    }

    /// All classes with their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SchedClassId, &SchedClass)> {
        self.list.iter_enumerated()
    }

    /// The class of that number.
    pub fn get(&self, class: SchedClassId) -> &SchedClass {
        &self.list[class]
    }

    pub(super) fn get_mut(&mut self, class: SchedClassId) -> &mut SchedClass {
        &mut self.list[class]
    }

    /// The class of each instruction.
    pub fn by_instruction(&self) -> &IndexVec<InstructionId, SchedClassId> {
        &self.of_instruction
    }

    /// A vector with `value` for each class.
    pub(super) fn side_table<T: Clone>(&self, value: T) -> IndexVec<SchedClassId, T> {
        IndexVec::from_elem(value, &self.list)
    }

    /// The itinerary class of instructions that have none.
    pub fn no_itinerary(&self) -> RecordId {
        self.no_itinerary
    }
}

impl SchedClass {
    fn new(
        name: Box<str>,
        itinerary: Option<RecordId>,
        operands: Operands,
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

    /// Whether it is for processors of `model`.
    pub fn is_for(&self, model: ProcModelId) -> bool {
        self.models.first() == Some(&ProcModelId::ALL) || self.models.binary_search(&model).is_ok()
    }
}

fn name_of(itinerary: Option<&str>, operands: &Operands, rws: &ReadWrites) -> Box<str> {
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
