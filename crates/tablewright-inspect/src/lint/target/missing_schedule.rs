//! Lint: instructions without a schedule, although most instructions in their format have a schedule.

use tablewright_records::{AnalysisError, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::schedule::{SchedClassId, SchedModels};

use super::check_target;
use super::groups::{Groups, draft};
use super::habits::{HabitInstruction, exceptions};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction without a schedule, although most instructions in its format have a schedule.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::MissingSchedule,
    name: "missing-schedule",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let mut scheduled = Vec::new();
    for (_, record) in instructions.iter_own() {
        let instruction = InstructionRecord::new(store.record(record));
        // Pseudo-instructions are mostly gone before anything is scheduled.
        if !instruction.has_no_scheduling_info()?
            && !instruction.is_pseudo()?
            && !instruction.is_code_gen_only()?
        {
            let has_property = has_schedule(store, instruction)?;
            scheduled.push(HabitInstruction { instruction: *instruction, has_property });
        }
    }
    let candidates = exceptions(store, &scheduled);
    if candidates.is_empty() {
        return Ok(());
    }
    // A processor's `InstRW` can also name an instruction. This takes longer to determine.
    let models: &SchedModels = store.analysis(diagnostics)?;
    let classes = models.classes.by_instruction();
    let mut groups = Groups::default();
    for exception in candidates {
        let id = instructions.id(exception.instruction.id());
        if id.is_none_or(|id| classes[id] != SchedClassId::NONE) {
            continue;
        }
        let span = exception.instruction.pos().into();
        groups.add((span, ""), exception.instruction, || {
            let format = store.class(exception.format);
            let message = format!("'{}' lacks a schedule", exception.instruction.name());
            let mut diagnostic = draft(span, message);
            let (having, all, name) = (exception.having, exception.all, format.name());
            diagnostic.label(
                format.pos(),
                format!("{having} of {all} instructions of the class '{name}' have one"),
            );
            diagnostic.note(
                None,
                "without 'SchedRW', an itinerary or an 'InstRW' the scheduler knows no latency and no resources; \
                 'hasNoSchedulingInfo' says that this is meant",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether an instruction's record contains a schedule.
fn has_schedule(
    store: &RecordStore,
    instruction: InstructionRecord<'_>,
) -> Result<bool, AnalysisError> {
    if let Value::List(list) = store.value(instruction.sched_rw_value()?)
        && !list.elements.is_empty()
    {
        return Ok(true);
    }
    let itinerary = store.value(instruction.itinerary_value()?).as_def();
    Ok(itinerary.is_some_and(|itinerary| store.record(itinerary).name() != "NoItinerary"))
}
