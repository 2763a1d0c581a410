//! What a processor model says of an instruction, and of how many instructions it says how much.

use serde::Serialize;
use tablewright_records::RecordStore;
use tablewright_target::schedule::coverage::{Coverage, CoveredInstruction, ModelCoverage};
use tablewright_target::schedule::{ProcModelId, SchedModels};

/// What a processor model says of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageRow {
    /// The name of the model.
    pub model: String,
    /// The name of the instruction.
    pub instruction: String,
    /// The name of its scheduling class.
    pub class: String,
    /// How much is said: `modelled`, `variant`, `itinerary`, `unsupported`, `unmodelled`, `unscheduled`.
    pub coverage: &'static str,
    /// After how many cycles the last result is there: at least, and at most.
    pub latency: Option<(i64, i64)>,
    /// How many micro-operations there are: at least, and at most.
    pub micro_ops: Option<(i64, i64)>,
    /// What its operands write.
    pub writes: Vec<CoverageWrite>,
    /// What its operands read.
    pub reads: Vec<String>,
    /// The resources of the processor.
    pub resources: Vec<CoverageResource>,
    /// The scheduling classes that a variant can resolve to.
    pub becomes: Vec<String>,
    /// The writes and reads of which the model says nothing.
    pub missing: Vec<String>,
}

/// What an operand writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageWrite {
    /// Its name.
    pub name: String,
    /// After how many cycles it is there, where that is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<i64>,
}

/// A resource that an instruction takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CoverageResource {
    /// Its name.
    pub name: String,
    /// For how many cycles it is taken.
    pub cycles: u16,
}

/// How many instructions the model of a processor covers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct CoverageSummary {
    /// The name of the processor.
    pub cpu: String,
    /// The name of its model.
    pub model: String,
    /// How many instructions have which coverage.
    #[serde(flatten)]
    pub counts: CoverageCounts,
}

/// How many instructions a model covers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct CoverageCounts {
    /// How many instructions there are.
    pub instructions: usize,
    /// How many are modelled.
    pub modelled: usize,
    /// How many depend on the instruction at hand.
    pub variant: usize,
    /// How many have an itinerary.
    pub itinerary: usize,
    /// How many the processor does not have.
    pub unsupported: usize,
    /// Of how many nothing is said, though they are scheduled.
    pub unmodelled: usize,
    /// How many are never scheduled.
    pub unscheduled: usize,
    /// Of a hundred instructions that are scheduled, how many are covered; `None` if none is.
    pub covered: Option<usize>,
}

impl CoverageRow {
    /// What `coverage`, that of `model`, says of an instruction.
    pub fn of(
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
            // It is not as its class is: the CPU does not have it, or it is never scheduled.
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
    /// The counts of a model with this coverage.
    pub fn of(coverage: &ModelCoverage) -> CoverageCounts {
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

    /// The number of instructions of each coverage.
    pub fn by_coverage(&self) -> [(Coverage, usize); 6] {
        Coverage::ALL.map(|coverage| {
            let count = match coverage {
                Coverage::Modelled => self.modelled,
                Coverage::Variant => self.variant,
                Coverage::Itinerary => self.itinerary,
                Coverage::Unsupported => self.unsupported,
                Coverage::Unmodelled => self.unmodelled,
                Coverage::Unscheduled => self.unscheduled,
            };
            (coverage, count)
        })
    }
}
