//! What processor models say of instructions.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::schedule::coverage::{CoveredInstruction, ModelCoverage};
use tablewright_target::schedule::{ProcModelId, SchedModels};

/// What a processor model says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Schedule {
    /// The name of the model.
    pub model: String,
    /// The processors that have it.
    pub processors: Vec<String>,
    /// Its instructions, in natural order of their names.
    pub instructions: Vec<ScheduledInstruction>,
}

/// What a processor model says of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScheduledInstruction {
    /// The name of the instruction.
    pub instruction: String,
    /// How much is said: `modelled`, `variant`, `itinerary`, `unsupported`, `unmodelled`, `unscheduled`.
    pub coverage: &'static str,
    /// After how many cycles the last result is there: at least, and at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<(i64, i64)>,
    /// How many micro-operations there are: at least, and at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micro_ops: Option<(i64, i64)>,
    /// The resources of the processor, and for how many cycles each is taken.
    pub resources: Vec<(String, u16)>,
}

/// What each processor model of a target says of each instruction.
///
/// # Errors
/// Those of the analyses.
pub fn schedules(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Schedule>, AnalysisError> {
    let models: &SchedModels = store.analysis(diagnostics)?;
    let processors = &models.proc_models.processors;
    let mut list = Vec::new();
    for (id, model) in models.proc_models.iter() {
        let of_model = processors.iter().filter(|processor| processor.model == id);
        let names: Vec<String> = of_model.map(|processor| processor.name.clone()).collect();
        if names.is_empty() {
            continue;
        }
        let coverage = ModelCoverage::of(store, id)?;
        let scheduled = coverage.instructions.iter();
        let scheduled =
            scheduled.map(|covered| scheduled_as(store, models, id, &coverage, covered));
        list.push(Schedule {
            model: model.name.clone(),
            processors: names,
            instructions: scheduled.collect(),
        });
    }
    Ok(list)
}

fn scheduled_as(
    store: &RecordStore,
    models: &SchedModels,
    model: ProcModelId,
    coverage: &ModelCoverage,
    covered: &CoveredInstruction,
) -> ScheduledInstruction {
    let class = coverage.class(covered);
    let resources = &models.proc_models.get(model).resources;
    // What the model says of the class holds only for an instruction that the processor has.
    let is_as_class = covered.coverage == class.coverage;
    let taken = if is_as_class { &class.resources[..] } else { &[] };
    let name = |&(resource, cycles): &(_, u16)| {
        (store.record(resources[resource]).name().to_owned(), cycles)
    };
    ScheduledInstruction {
        instruction: store.record(covered.instruction).name().to_owned(),
        coverage: covered.coverage.name(),
        latency: class.latency.filter(|_| is_as_class),
        micro_ops: class.micro_ops.filter(|_| is_as_class),
        resources: taken.iter().map(name).collect(),
    }
}
