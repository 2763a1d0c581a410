//! Lint: sub-register indices that no register in the class has.

use tablewright_records::{AnalysisError, RecordId, RecordStore, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{DescribedClasses, Registers, SubRegisters};

use super::check_target;
use super::groups::{Groups, draft};
use super::results::{OperandContent, ResultInstruction, ResultReader};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A sub-register index that no register in the class has.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SubRegisterIndex,
    name: "sub-register-index",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let indices = Indices {
        store,
        registers: store.analysis(diagnostics)?,
        classes: store.analysis(diagnostics)?,
        sub_registers: store.analysis(diagnostics)?,
    };
    let reader = ResultReader::new(store)?;
    let mut groups = Groups::default();
    let mut error = None;
    reader.read(|result| {
        for (class, index) in uses(&reader, &result).unwrap_or_else(|problem| {
            error = Some(problem);
            Vec::new()
        }) {
            if indices.class_has(class, result.args[index].value) == Some(false) {
                indices.report(&result, class, index, &mut groups);
            }
        }
    })?;
    groups.report(store, findings);
    error.map_or(Ok(()), Err)
}

/// Returns pairs of a register class and the argument number of a sub-register index, for instructions that extract,
/// insert or combine sub-registers.
fn uses<'s>(
    reader: &ResultReader<'s>,
    result: &ResultInstruction<'s>,
) -> Result<Vec<(RecordId, usize)>, AnalysisError> {
    let (whole, indices): (usize, Vec<usize>) = match result.instruction.name() {
        "EXTRACT_SUBREG" => (0, vec![1]),
        "INSERT_SUBREG" => (0, vec![2]),
        "REG_SEQUENCE" => (0, (2..result.args.len()).step_by(2).collect()),
        _ => return Ok(Vec::new()),
    };
    let Some(arg) = result.args.get(whole) else { return Ok(Vec::new()) };
    let OperandContent::Class(class) = reader.content_of(result.pattern, arg)? else {
        return Ok(Vec::new());
    };
    let indices = indices.into_iter().filter(|&index| index < result.args.len());
    Ok(indices.map(|index| (class, index)).collect())
}

struct Indices<'s> {
    store: &'s RecordStore,
    registers: &'s Registers,
    classes: &'s DescribedClasses,
    sub_registers: &'s SubRegisters,
}

impl Indices<'_> {
    /// Whether a register in the class has a sub-register at the index; `None` if unknown.
    fn class_has(&self, class: RecordId, index: tablewright_records::ValueId) -> Option<bool> {
        let Value::Def(index) = self.store.value(index) else { return None };
        let index = self.registers.sub_reg_index(index)?;
        let mut members = self.classes.for_record(class)?.members.iter();
        Some(members.any(|register| self.sub_registers.get(register, index).is_some()))
    }

    fn report(
        &self,
        result: &ResultInstruction<'_>,
        class: RecordId,
        index: usize,
        groups: &mut Groups,
    ) {
        let arg = &result.args[index];
        let span = result.position(arg);
        let class = self.store.record(class);
        let index = self.store.value_text(arg.value);
        groups.add((span, class.name()), result.pattern, || {
            let message =
                format!("no register of '{}' has the sub-register '{index}'", class.name());
            let mut diagnostic = draft(span, message);
            diagnostic.label(class.pos(), "the class");
            if let Some(has) = self.indices_of(class.id()) {
                diagnostic.note(None, has);
            }
            diagnostic.note(
                None,
                "selection makes a copy that no register class fits, and stops with an error",
            );
            diagnostic
        });
    }

    /// Describes the sub-registers of the first register in a class.
    fn indices_of(&self, class: RecordId) -> Option<String> {
        let class = self.classes.for_record(class)?;
        let first = class.members.first()?;
        let indices = self.sub_registers.for_register(first).iter();
        let names: Vec<String> = indices
            .map(|sub_reg| format!("'{}'", self.sub_registers.indices.name(sub_reg.index)))
            .take(8)
            .collect();
        let register = self.registers.name(first);
        Some(if names.is_empty() {
            format!("'{register}', a register of the class, lacks sub-registers")
        } else {
            format!("'{register}', a register of the class, has {}", names.join(", "))
        })
    }
}
