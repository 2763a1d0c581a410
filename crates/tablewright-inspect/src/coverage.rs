//! Instruction coverage by processor models.

use serde::{Serialize, Serializer};
use tablewright_records::RecordStore;
use tablewright_target::schedule::coverage::{
    CountRange, Coverage, CoveredInstruction, ModelCoverage,
};
use tablewright_target::schedule::{ProcModelId, SchedModels};

/// A processor model's entry for an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageRow {
    /// The model's name.
    pub model: String,
    /// The instruction's name.
    pub instruction: String,
    /// Its scheduling class.
    pub class: String,
    /// Detail level: `modelled`, `variant`, `itinerary`, `unsupported`, `unmodelled`,
    /// `unscheduled`.
    pub coverage: &'static str,
    /// Cycles until the last result is available: minimum and maximum.
    #[serde(serialize_with = "serialize_range")]
    pub latency: Option<CountRange>,
    /// Micro-operation count: minimum and maximum.
    #[serde(serialize_with = "serialize_range")]
    pub micro_ops: Option<CountRange>,
    /// Operand writes.
    pub writes: Vec<CoverageWrite>,
    /// Operand reads.
    pub reads: Vec<String>,
    /// The processor resources that it uses.
    pub resources: Vec<CoverageResource>,
    /// The scheduling classes to which a variant can resolve.
    pub becomes: Vec<String>,
    /// Writes and reads without an entry in the model.
    pub missing: Vec<String>,
}

/// A scheduled write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageWrite {
    /// Its name.
    pub name: String,
    /// The latency in cycles; `None` if it is not constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<i64>,
}

/// A processor resource that an instruction uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageResource {
    /// Its name.
    pub name: String,
    /// Duration in cycles.
    pub cycles: u16,
}

/// The coverage of all instructions by a processor's model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct CoverageSummary {
    /// The processor's name.
    pub cpu: String,
    /// Its model's name.
    pub model: String,
    /// Instruction counts per coverage level.
    #[serde(flatten)]
    pub counts: CoverageCounts,
}

/// Instruction counts per coverage level.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct CoverageCounts {
    /// All instructions.
    pub instructions: usize,
    /// Modelled instructions.
    pub modelled: usize,
    /// Instructions whose class depends on their operands.
    pub variant: usize,
    /// Instructions with an itinerary only.
    pub itinerary: usize,
    /// Instructions that the processor does not have.
    pub unsupported: usize,
    /// Scheduled instructions without an entry in the model.
    pub unmodelled: usize,
    /// Instructions that are never scheduled.
    pub unscheduled: usize,
    /// Percentage of scheduled instructions that are covered; `None` if no instruction is
    /// scheduled.
    pub covered: Option<usize>,
}

/// Serializes a range as a pair: minimum and maximum.
pub(crate) fn serialize_range<S: Serializer>(
    range: &Option<CountRange>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    range.map(|range| (range.least, range.most)).serialize(serializer)
}

impl CoverageRow {
    /// Describes an instruction's entry in `model`. `coverage` is the model's coverage.
    pub fn new(
        store: &RecordStore,
        sched: &SchedModels,
        model: ProcModelId,
        coverage: &ModelCoverage,
        covered: &CoveredInstruction,
    ) -> CoverageRow {
        let class_name = |class| sched.classes.get(class).name.to_string();
        let proc_model = sched.proc_models.get(model);
        let mut row = CoverageRow {
            model: proc_model.name.clone(),
            instruction: store.record(covered.instruction).name().to_owned(),
            class: class_name(covered.class),
            coverage: covered.coverage.name(),
            latency: None,
            micro_ops: None,
            writes: Vec::new(),
            reads: Vec::new(),
            resources: Vec::new(),
            becomes: Vec::new(),
            missing: Vec::new(),
        };
        let class = coverage.class(covered);
        if covered.coverage != class.coverage {
            // The instruction differs from its class: the CPU does not have it, or it is never
            // scheduled.
            return row;
        }
        let writes = class.writes.iter().map(|&(write, cycles)| CoverageWrite {
            name: sched.rws.write(write).name.to_string(),
            cycles,
        });
        let resources = class.resources.iter().map(|&(resource, cycles)| CoverageResource {
            name: store.record(proc_model.resources[resource]).name().to_owned(),
            cycles,
        });
        row.latency = class.latency;
        row.micro_ops = class.micro_ops;
        row.writes = writes.collect();
        row.reads = class.reads.iter().map(|&read| sched.rws.read(read).name.to_string()).collect();
        row.resources = resources.collect();
        row.becomes = class.becomes.iter().map(|&class| class_name(class)).collect();
        row.missing.clone_from(&class.missing);
        row
    }
}

impl CoverageCounts {
    /// Counts the instructions in `coverage`.
    pub fn new(coverage: &ModelCoverage) -> CoverageCounts {
        let counts = coverage.counts();
        let [modelled, variant, itinerary, unsupported, unmodelled, unscheduled] = counts;
        let of_scheduled = modelled + variant + itinerary;
        CoverageCounts {
            instructions: counts.iter().sum(),
            modelled,
            variant,
            itinerary,
            unsupported,
            unmodelled,
            unscheduled,
            covered: (of_scheduled * 100).checked_div(of_scheduled + unmodelled),
        }
    }

    /// Returns the instruction count per coverage level.
    pub fn by_coverage(&self) -> [(Coverage, usize); 6] {
        Coverage::ALL.map(|coverage| (coverage, self.count(coverage)))
    }

    fn count(&self, coverage: Coverage) -> usize {
        match coverage {
            Coverage::Modelled => self.modelled,
            Coverage::Variant => self.variant,
            Coverage::Itinerary => self.itinerary,
            Coverage::Unsupported => self.unsupported,
            Coverage::Unmodelled => self.unmodelled,
            Coverage::Unscheduled => self.unscheduled,
        }
    }
}
