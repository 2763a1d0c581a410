//! Lint: schedules whose reads and writes contradict the instruction's operands.

use tablewright_records::{AnalysisError, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::{InstructionOperands, OperandKind, Operands};
use tablewright_target::record_views::instruction::{InstructionRecord, OperandRecord};

use super::check_target;
use super::groups::{Groups, draft};
use super::source_of::FieldSource;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// The name of the field with writes and reads.
const SCHED_RW: &str = "SchedRW";

/// A schedule whose reads and writes contradict the instruction's operands.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::ScheduleOperands,
    name: "schedule-operands",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let all_operands: &InstructionOperands = store.analysis(diagnostics)?;
    let mut groups = Groups::default();
    for (id, record) in instructions.iter_own() {
        let instruction = InstructionRecord::new(store.record(record));
        if !matches!(store.value(instruction.sched_rw_value()?), Value::List(_)) {
            continue;
        }
        let (mut writes, mut reads) = (0, 0);
        for each in instruction.sched_rw()? {
            if each.inherits("SchedVariant") {
                // A variant can represent several writes or reads.
                (writes, reads) = (usize::MAX, 0);
                break;
            }
            *(if each.inherits("SchedRead") { &mut reads } else { &mut writes }) += 1;
        }
        let operands = all_operands.for_instruction(id);
        if writes == usize::MAX || operands.is_variadic() {
            continue;
        }
        let counted = Counts { writes, reads, ..Counts::new(store, instruction, operands)? };
        let Some(problem) = counted.problem() else { continue };
        let span = FieldSource::for_field(*instruction, SCHED_RW).and_then(FieldSource::value_span);
        let span = span.unwrap_or_else(|| instruction.pos().into());
        groups.add((span, problem.kind), *instruction, || {
            let mut diagnostic =
                draft(span, format!("{} '{}'", problem.message, instruction.name()));
            diagnostic.note(None, problem.consequence);
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// The compared numbers: writes and reads in the schedule, register outputs and inputs in the instruction.
struct Counts {
    writes: usize,
    reads: usize,
    outputs: usize,
    inputs: usize,
}

struct Problem {
    kind: &'static str,
    message: String,
    consequence: &'static str,
}

impl Counts {
    /// Counts an instruction's outputs and inputs; the schedule's counts are zero.
    fn new(
        store: &RecordStore,
        instruction: InstructionRecord<'_>,
        operands: Operands<'_>,
    ) -> Result<Counts, AnalysisError> {
        let (mut outputs, mut inputs) = (0, 0);
        for (number, part) in operands.mi_operands().iter().enumerate() {
            let operand = part.operand as usize;
            let class = operands.class(&operands.list()[operand]);
            if operand < operands.def_count() {
                outputs += usize::from(class.kind != OperandKind::OptionalDef);
                continue;
            }
            // Some targets count the numbers within an address, too.
            let record = operands.mi_record(number).map(|record| store.record(record));
            let is_alone = operands.list()[operand].mi_operand_count == 1;
            let is_number = record.and_then(OperandRecord::from_record).is_some_and(|operand| {
                operand
                    .operand_type()
                    .is_ok_and(|ty| ty == "OPERAND_IMMEDIATE" || ty == "OPERAND_PCREL")
            });
            inputs += usize::from(!(is_number && is_alone));
        }
        inputs += instruction.uses()?.len();
        Ok(Counts { writes: 0, reads: 0, outputs, inputs })
    }

    fn problem(&self) -> Option<Problem> {
        let &Counts { writes, reads, outputs, inputs } = self;
        let plural = |count: usize, noun: &str| {
            format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
        };
        if writes < outputs && writes > 0 {
            return Some(Problem {
                kind: "writes",
                message: format!(
                    "'{SCHED_RW}' has {} for the {} of",
                    plural(writes, "write"),
                    plural(outputs, "output")
                ),
                consequence: "the scheduler asserts that a complete model has a latency for each output; \
                              without assertions, the last outputs count as ready after one cycle",
            });
        }
        if reads > inputs {
            return Some(Problem {
                kind: "reads",
                message: format!(
                    "'{SCHED_RW}' has {} for the {} of",
                    plural(reads, "read"),
                    plural(inputs, "register input")
                ),
                consequence: "reads belong to the registers that are read, in order; those that are left over \
                              have no effect",
            });
        }
        None
    }
}
