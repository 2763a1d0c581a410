//! Coverage of instructions by a processor model.
//!
//! In: a processor model with its tables and itineraries. Out: [`ModelCoverage`], for commands that
//! print it: each instruction's scheduling class, latency, resources and writes, or the reason for
//! missing data.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{
    AnalysisError, FieldError, RecordId, RecordStore, RecordView, natural_order,
};
use tablewright_syntax::diagnostic::Diagnostics;

use super::index::{ProcModelId, ProcResourceId, ReadId, SchedClassId, WriteId};
use super::itineraries::{Itineraries, Itinerary, Stage};
use super::proc_model::ProcModel;
use super::sched_models::SchedModels;
use super::tables::{INVALID_MICRO_OPS, PartialSchedTables, SchedClassDesc, WriteProcRes};
use crate::instructions::Instructions;
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::subtarget::PredicateRecord;

/// The coverage for an instruction by a processor model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Coverage {
    /// Latency and resources of each operand.
    Modelled,
    /// Latency and resources of each operand, determined by predicates on the instruction.
    Variant,
    /// Pipeline stages.
    Itinerary,
    /// Not supported by the processor.
    Unsupported,
    /// No data, though the instruction can be scheduled.
    Unmodelled,
    /// No data, and the instruction is never scheduled.
    Unscheduled,
}

impl Coverage {
    /// All values, the best first.
    pub const ALL: [Coverage; 6] = [
        Coverage::Modelled,
        Coverage::Variant,
        Coverage::Itinerary,
        Coverage::Unsupported,
        Coverage::Unmodelled,
        Coverage::Unscheduled,
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Coverage::Modelled => "modelled",
            Coverage::Variant => "variant",
            Coverage::Itinerary => "itinerary",
            Coverage::Unsupported => "unsupported",
            Coverage::Unmodelled => "unmodelled",
            Coverage::Unscheduled => "unscheduled",
        }
    }
}

/// The coverage for one instruction.
#[derive(Debug)]
pub struct CoveredInstruction {
    /// The instruction record.
    pub instruction: RecordId,
    /// The scheduling class of the instruction.
    pub class: SchedClassId,
    /// The coverage of the instruction.
    pub coverage: Coverage,
}

/// The smallest and the largest count. Formatted as `1-4`, or as `3` if both are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRange {
    /// The smallest count.
    pub least: i64,
    /// The largest count.
    pub most: i64,
}

impl CountRange {
    fn from_count(count: i64) -> CountRange {
        CountRange { least: count, most: count }
    }
}

impl fmt::Display for CountRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CountRange { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least}-{most}") }
    }
}

/// The data for a scheduling class in a processor model.
#[derive(Clone, Debug)]
pub struct CoveredClass {
    /// The coverage of the class.
    pub coverage: Coverage,
    /// Minimal and maximal latency of the slowest result, in cycles; `None` if unknown.
    pub latency: Option<CountRange>,
    /// Minimal and maximal number of micro-operations; `None` if unknown.
    pub micro_ops: Option<CountRange>,
    /// The writes of the operands with their latencies in cycles; `None` if the latency is not
    /// fixed.
    pub writes: Vec<(WriteId, Option<i64>)>,
    /// The reads of the operands.
    pub reads: Vec<ReadId>,
    /// Processor resources with the number of cycles for which each is used.
    pub resources: Vec<(ProcResourceId, u16)>,
    /// The classes that can replace it.
    pub becomes: Vec<SchedClassId>,
    /// The names of writes and reads of its operands without data in the model.
    pub missing: Vec<String>,
}

/// The coverage of all instructions by a processor model.
#[derive(Debug)]
pub struct ModelCoverage {
    /// The instructions, in natural order of their names.
    pub instructions: Vec<CoveredInstruction>,
    /// By scheduling class, its data.
    pub classes: IndexVec<SchedClassId, CoveredClass>,
}

impl ModelCoverage {
    /// Determines the coverage of all instructions by a processor model.
    ///
    /// # Errors
    /// Returns an error if the target's scheduling models are invalid.
    pub fn new(store: &RecordStore, model: ProcModelId) -> Result<ModelCoverage, AnalysisError> {
        // A caller with a model id has already built `SchedModels` and received its warnings.
        let diagnostics = &mut Diagnostics::new();
        let models: &SchedModels = store.analysis(diagnostics)?;
        let partial: &PartialSchedTables = store.analysis(diagnostics)?;
        let itineraries = store.analysis(diagnostics)?;
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let classes = CoverageClasses { models, partial, itineraries, model }.all();
        let proc_model = models.proc_models.get(model);
        let mut covered = Vec::with_capacity(instructions.len());
        for (id, instruction) in instructions.iter() {
            let class = models.classes.by_instruction()[id];
            let mut coverage = classes[class].coverage;
            if is_unsupported(store, proc_model, instruction)? {
                coverage = Coverage::Unsupported;
            } else if coverage == Coverage::Unmodelled
                && InstructionRecord::new(store.record(instruction)).has_no_scheduling_info()?
            {
                coverage = Coverage::Unscheduled;
            }
            covered.push(CoveredInstruction { instruction, class, coverage });
        }
        let name = |covered: &CoveredInstruction| store.record(covered.instruction).name();
        covered.sort_by(|a, b| natural_order(name(a), name(b)));
        Ok(ModelCoverage { instructions: covered, classes })
    }

    /// Returns the data for an instruction's class.
    pub fn class(&self, instruction: &CoveredInstruction) -> &CoveredClass {
        &self.classes[instruction.class]
    }

    /// Counts the instructions by coverage, in the order of [`Coverage::ALL`].
    pub fn counts(&self) -> [usize; Coverage::ALL.len()] {
        let count = |coverage| self.instructions.iter().filter(|i| i.coverage == coverage).count();
        Coverage::ALL.map(count)
    }
}

/// Whether processors of a model lack an instruction, according to its predicates.
fn is_unsupported(
    store: &RecordStore,
    model: &ProcModel,
    instruction: RecordId,
) -> Result<bool, FieldError> {
    if model.unsupported_features.is_empty() {
        return Ok(false);
    }
    let predicates = InstructionRecord::new(store.record(instruction)).predicates()?;
    let is_unsupported =
        |predicate: &PredicateRecord<'_>| model.unsupported_features.contains(&predicate.id());
    Ok(predicates.iter().any(is_unsupported))
}

struct CoverageClasses<'a> {
    models: &'a SchedModels,
    partial: &'a PartialSchedTables,
    itineraries: &'a Itineraries,
    model: ProcModelId,
}

impl CoverageClasses<'_> {
    fn all(&self) -> IndexVec<SchedClassId, CoveredClass> {
        let descs = &self.partial.tables.by_model[self.model];
        let stages: FxHashMap<usize, &[Stage]> =
            self.itineraries.stages.iter().map(|list| (list.first, &list.stages[..])).collect();
        let mut covered = IndexVec::with_capacity(self.models.classes.len());
        for (id, _) in self.models.classes.iter() {
            covered.push(match descs.get(id) {
                Some(desc) if id != SchedClassId::NONE => self.by_machine_model(id, desc),
                _ => CoveredClass::new(Coverage::Unmodelled),
            });
        }
        let itineraries = self.itineraries.by_model.get(self.model);
        let itin_data = &self.models.proc_models.get(self.model).itin_data;
        let list = itineraries.into_iter().flatten().zip(itin_data);
        for (class, (itinerary, data)) in covered.iter_mut().zip(list) {
            // A processor may have both; latencies of single operands are more precise than stages.
            if data.is_some() && class.coverage == Coverage::Unmodelled {
                *class = by_itinerary(itinerary, &stages);
            }
        }
        // A class can be replaced by another variant class, so all classes are copied before the
        // search.
        let leaves = covered.clone();
        for class in leaves.indices() {
            if leaves[class].coverage == Coverage::Variant {
                self.follow(class, &leaves, &mut covered[class]);
            }
        }
        covered
    }

    fn by_machine_model(&self, class: SchedClassId, desc: &SchedClassDesc) -> CoveredClass {
        let data = self.models.classes.get(class);
        if data.transitions.iter().any(|t| t.model == self.model) {
            let operands = self.models.operands_on(class, self.model);
            let mut covered = CoveredClass::new(Coverage::Variant);
            covered.writes = operands.writes.iter().map(|&write| (write, None)).collect();
            covered.reads = operands.reads.clone();
            return covered;
        }
        if !data.is_for(self.model) {
            return CoveredClass::new(Coverage::Unmodelled);
        }
        let operands = self.models.operands_on(class, self.model);
        if operands.writes.is_empty() {
            return CoveredClass::new(Coverage::Unmodelled);
        }
        if let Some(missing) = self.partial.missing.get(&(self.model, class)) {
            let mut covered = CoveredClass::new(Coverage::Unmodelled);
            covered.writes = operands.writes.iter().map(|&write| (write, None)).collect();
            covered.reads = operands.reads.clone();
            covered.missing.clone_from(missing);
            return covered;
        }
        let mut covered = CoveredClass::new(Coverage::Modelled);
        covered.reads = operands.reads.clone();
        // If a write or read is marked `Unsupported`, the tables do not contain any entries for the
        // class.
        if desc.num_micro_ops == INVALID_MICRO_OPS {
            covered.coverage = Coverage::Unsupported;
            covered.writes = operands.writes.iter().map(|&write| (write, None)).collect();
            return covered;
        }
        let rows = |(first, count): (u16, u16)| {
            let first = usize::from(first);
            first..first + usize::from(count)
        };
        let latencies = &self.partial.tables.write_latencies[rows(desc.write_latency)];
        let cycles = || latencies.iter().map(|latency| i64::from(latency.cycles));
        covered.writes = operands.writes.iter().copied().zip(cycles().map(Some)).collect();
        let latency = cycles().max().unwrap_or(0);
        covered.latency = Some(CountRange::from_count(latency));
        let micro_ops = i64::from(desc.num_micro_ops);
        covered.micro_ops = Some(CountRange::from_count(micro_ops));
        let resources = &self.partial.tables.write_proc_res[rows(desc.write_proc_res)];
        let taken = |entry: &WriteProcRes| {
            let resource = ProcResourceId::from_number(entry.resource)?;
            Some((resource, entry.release_at_cycle.saturating_sub(entry.acquire_at_cycle)))
        };
        covered.resources = resources.iter().filter_map(taken).collect();
        covered
    }

    /// Collects all transitive replacements of a class.
    fn follow(
        &self,
        from: SchedClassId,
        leaves: &IndexVec<SchedClassId, CoveredClass>,
        covered: &mut CoveredClass,
    ) {
        let mut seen = FxHashSet::from_iter([from]);
        let mut waiting = vec![from];
        while let Some(class) = waiting.pop() {
            for transition in &self.models.classes.get(class).transitions {
                if transition.model != self.model || !seen.insert(transition.to) {
                    continue;
                }
                let leaf = &leaves[transition.to];
                if leaf.coverage == Coverage::Variant {
                    waiting.push(transition.to);
                    continue;
                }
                covered.becomes.push(transition.to);
                covered.missing.extend(leaf.missing.iter().cloned());
                covered.latency = wider(covered.latency, leaf.latency);
                covered.micro_ops = wider(covered.micro_ops, leaf.micro_ops);
            }
        }
        covered.becomes.sort_unstable();
    }
}

impl CoveredClass {
    fn new(coverage: Coverage) -> CoveredClass {
        CoveredClass {
            coverage,
            latency: None,
            micro_ops: None,
            writes: Vec::new(),
            reads: Vec::new(),
            resources: Vec::new(),
            becomes: Vec::new(),
            missing: Vec::new(),
        }
    }
}

/// Returns the smallest range that contains both.
fn wider(a: Option<CountRange>, b: Option<CountRange>) -> Option<CountRange> {
    match (a, b) {
        (Some(a), Some(b)) => {
            Some(CountRange { least: a.least.min(b.least), most: a.most.max(b.most) })
        }
        (a, b) => a.or(b),
    }
}

fn by_itinerary(itinerary: &Itinerary, stages: &FxHashMap<usize, &[Stage]>) -> CoveredClass {
    let mut covered = CoveredClass::new(Coverage::Itinerary);
    let micro_ops = i64::from(itinerary.num_micro_ops);
    covered.micro_ops = Some(CountRange::from_count(micro_ops));
    let stages = stages.get(&usize::from(itinerary.first_stage)).copied().unwrap_or_default();
    let (mut start, mut end) = (0i64, 0i64);
    for stage in stages {
        end = end.max(start.saturating_add(stage.cycles));
        // `TimeInc` is -1 if the next stage begins at the end of this stage.
        let next = if stage.time_inc < 0 { stage.cycles } else { stage.time_inc };
        start = start.saturating_add(next);
    }
    if !stages.is_empty() {
        covered.latency = Some(CountRange::from_count(end));
    }
    covered
}
