//! Lint: registers that hold arguments, and that calls preserve.

use std::collections::BTreeSet;

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{CalleeSaved, Registers};

use super::check_target;
use super::conventions::assignments;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A register that most conventions pass an argument in, and that all lists preserve across a call.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::ArgumentSurvivesCall,
    name: "argument-survives-call",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let assignments = assignments(store)?;
    if assignments.is_empty() {
        return Ok(());
    }
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = store.analysis(diagnostics)?;
    let saved: &CalleeSaved = store.analysis(diagnostics)?;
    let lists: Vec<_> = saved.lists.iter().filter(|list| !list.save_list.is_empty()).collect();
    let mut counts = registers.side_table(0);
    for list in &lists {
        list.save_list.iter().for_each(|&register| counts[register] += 1);
    }
    let mut uses = registers.side_table(BTreeSet::new());
    let mut conventions = BTreeSet::new();
    for assignment in &assignments {
        if assignment.is_conditional || assignment.is_for_results() {
            continue;
        }
        conventions.insert(assignment.convention.name());
        for register in &assignment.registers {
            if let Some(id) = registers.for_record(register.id()) {
                uses[id].insert(assignment.convention.name());
            }
        }
    }
    let mut groups = Groups::default();
    for assignment in &assignments {
        if assignment.is_conditional || assignment.is_for_results() {
            continue;
        }
        for register in &assignment.registers {
            let Some(id) = registers.for_record(register.id()) else { continue };
            // Another language's convention, for example, preserves other registers.
            let is_usual = uses[id].len() * 2 >= conventions.len();
            if counts[id] < lists.len() || !is_usual {
                continue;
            }
            let Some(list) = lists.iter().find(|list| list.save_list.contains(&id)) else {
                continue;
            };
            let span = assignment.position(**register);
            groups.add((span, register.name()), *assignment.convention, || {
                let (convention, name) = (assignment.convention.name(), register.name());
                let list = store.record(list.record);
                let message =
                    format!("'{convention}' passes arguments in '{name}', which calls preserve");
                let mut diagnostic = draft(span, message);
                diagnostic.label(list.pos(), format!("'{}' contains '{name}'", list.name()));
                diagnostic.note(
                    None,
                    "the called function must save the argument register although its caller has no use for the value",
                );
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}
