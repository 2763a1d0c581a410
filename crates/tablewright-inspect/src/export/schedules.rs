//! Processor models: scheduling information for each instruction.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::schedule::coverage::{CountRange, CoveredInstruction, ModelCoverage};
use tablewright_target::schedule::{ProcModelId, SchedModels};

use crate::coverage::serialize_range;

/// A processor model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Schedule {
    /// The model's name.
    pub model: String,
    /// The processors with this model.
    pub processors: Vec<String>,
    /// Instructions in natural order by name.
    pub instructions: Vec<ScheduledInstruction>,
}

/// A processor model's entry for an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScheduledInstruction {
    /// The instruction's name.
    pub instruction: String,
    /// Detail level: `modelled`, `variant`, `itinerary`, `unsupported`, `unmodelled`,
    /// `unscheduled`.
    pub coverage: &'static str,
    /// Cycles until the last result is available: minimum and maximum.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_range")]
    pub latency: Option<CountRange>,
    /// Micro-operation count: minimum and maximum.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_range")]
    pub micro_ops: Option<CountRange>,
    /// The processor resources that it uses, each with its duration in cycles.
    pub resources: Vec<(String, u16)>,
}

/// Lists a target's processor models.
///
/// # Errors
/// Errors from the analyses.
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
        let coverage = ModelCoverage::new(store, id)?;
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
    // The resources of the scheduling class apply only if the processor has the instruction.
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
