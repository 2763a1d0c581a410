//! Lint: instructions that no pattern creates, although patterns create most instructions in their format.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::check_target;
use super::groups::{Groups, draft};
use super::habits::{HabitInstruction, exceptions};
use super::results::ResultReader;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction that no pattern creates, although patterns create most instructions in its format. C++ code also
/// creates instructions, so the lint is off by default.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::MissingPattern,
    name: "missing-pattern",
    group: LintGroup::Target,
    default: Level::Allow,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let instructions: &Instructions = store.analysis(&mut Diagnostics::new())?;
    let mut made = FxHashSet::default();
    ResultReader::new(store)?.read(|result| {
        made.insert(result.instruction.id());
    })?;
    let mut selected = Vec::new();
    for (_, record) in instructions.iter_own() {
        let instruction = InstructionRecord::new(store.record(record));
        let pattern = store.value(instruction.pattern()?);
        let has_pattern = matches!(pattern, Value::List(list) if !list.elements.is_empty());
        selected.push(HabitInstruction {
            instruction: *instruction,
            has_property: has_pattern || made.contains(&record),
        });
    }
    let mut groups = Groups::default();
    for exception in exceptions(store, &selected) {
        let span = exception.instruction.pos().into();
        groups.add((span, ""), exception.instruction, || {
            let format = store.class(exception.format);
            let message = format!("no pattern makes '{}'", exception.instruction.name());
            let mut diagnostic = draft(span, message);
            let (having, all, name) = (exception.having, exception.all, format.name());
            diagnostic.label(
                format.pos(),
                format!("patterns make {having} of {all} instructions of the class '{name}'"),
            );
            diagnostic.note(None, "only C++ code or an assembler can make it");
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
