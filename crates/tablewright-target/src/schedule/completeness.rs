//! The check of `CompleteModel`: a complete machine model covers all instructions.
//!
//! In: processor models and scheduling classes. Out: an error for each instruction without data in
//! a complete model, unless the instruction is never scheduled or the processors lack it.

use rustc_hash::FxHashMap;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::SchedClassId;
use super::proc_model::ProcModel;
use super::sched_models::SchedModels;
use crate::instructions::{InstructionId, Instructions};
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::schedule::SchedMachineModelRecord;

const NO_INFO: &str = "hasNoSchedulingInfo";

/// Proof that every machine model with `CompleteModel` covers all instructions. Backends that print
/// machine models request this analysis; commands that list missing data do not.
#[derive(Debug)]
pub struct CompleteModels;

impl Analysis for CompleteModels {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<CompleteModels, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let models: &SchedModels = store.analysis(diagnostics)?;
        check(store, instructions, models, diagnostics)?;
        Ok(CompleteModels)
    }
}

fn check(
    store: &RecordStore,
    instructions: &Instructions,
    sched: &SchedModels,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let SchedModels { proc_models: models, inst_rws, classes, .. } = sched;
    let mut is_complete = true;
    let mut scheduled = None;
    for (number, model) in models.iter() {
        let def = SchedMachineModelRecord::new(store.record(model.def));
        if !def.complete_model()? {
            continue;
        }
        let scheduled = match &mut scheduled {
            Some(scheduled) => scheduled,
            none => none.insert(scheduled_instructions(store, instructions)?),
        };
        let mut unsupported = Unsupported { model, by_list: FxHashMap::default() };
        for &id in &*scheduled {
            let instruction = InstructionRecord::new(store.record(instructions.record(id)));
            let class_id = classes.by_instruction()[id];
            let class = classes.get(class_id);
            let has_itinerary =
                model.has_itineraries && class.itinerary != Some(classes.no_itinerary());
            let is_known = if class_id == SchedClassId::NONE {
                // An empty list means "deliberately without operands"; `?` means "unspecified".
                instruction.sched_rw_value()? != ValueId::UNSET
            } else {
                !class.operands.writes.is_empty()
                    || has_itinerary
                    || class.inst_rws.iter().any(|&rw| inst_rws[rw].model == number)
            };
            if is_known || unsupported.is_for(instruction)? {
                continue;
            }
            let name = instruction.name();
            let message = match class_id {
                SchedClassId::NONE => format!(
                    "No schedule information for instruction '{name}' in SchedMachineModel '{}'",
                    def.name()
                ),
                _ => format!("'{}' lacks information for '{name}'", model.name),
            };
            diagnostics.push(FieldError::new(Code::CompleteModels, instruction, message).into());
            is_complete = false;
        }
    }
    if is_complete { Ok(()) } else { Err(incomplete().into()) }
}

/// Returns the instructions that need scheduling information.
fn scheduled_instructions(
    store: &RecordStore,
    instructions: &Instructions,
) -> Result<Vec<InstructionId>, FieldError> {
    let mut scheduled = Vec::new();
    for (id, instruction) in instructions.iter() {
        let instruction = store.record(instruction);
        // Releases without this field did not check instructions.
        let can_say = instruction.field(NO_INFO).is_some();
        if can_say && !instruction.bit(NO_INFO)? {
            scheduled.push(id);
        }
    }
    Ok(scheduled)
}

/// The unsupported instructions of a model.
struct Unsupported<'a> {
    model: &'a ProcModel,
    /// By predicate list value, whether an instruction with this list is unsupported.
    by_list: FxHashMap<ValueId, bool>,
}

impl Unsupported<'_> {
    fn is_for(&mut self, instruction: InstructionRecord<'_>) -> Result<bool, FieldError> {
        if self.model.unsupported_features.is_empty() {
            return Ok(false);
        }
        let list = instruction.predicates_value()?;
        if let Some(&is_unsupported) = self.by_list.get(&list) {
            return Ok(is_unsupported);
        }
        let predicates = instruction.predicates()?;
        let unsupported = &self.model.unsupported_features;
        let is_unsupported = predicates.iter().any(|p| unsupported.contains(&p.id()));
        self.by_list.insert(list, is_unsupported);
        Ok(is_unsupported)
    }
}

fn incomplete() -> Diagnostic {
    let mut diagnostic =
        Diagnostic::error_anywhere(Code::CompleteModels, "Incomplete schedule model");
    for advice in [
        "set 'CompleteModel = 0' in a model that knows only some instructions",
        "set 'hasNoSchedulingInfo = 1' in an instruction that is never scheduled",
        "let other instructions inherit from Sched<[...]>; the list may be empty until they are modelled",
        "in a model for processors that lack instructions, list the instructions' predicates in \
         'UnsupportedFeatures'",
    ] {
        diagnostic.note(None, advice);
    }
    diagnostic
}
