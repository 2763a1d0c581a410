//! Lint: calling conventions that assign registers which cannot hold a value of their own.

use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::record_views::register::RegisterClassRecord;
use tablewright_target::registers::{DescribedClasses, Registers};

use super::check_target;
use super::conventions::assignments;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An argument or result in a constant register, an artificial register, or a register that is never allocated.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::ReservedInConvention,
    name: "reserved-in-convention",
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
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let mut is_allocated = registers.side_table(false);
    for class in classes.by_name() {
        if RegisterClassRecord::new(store.record(class.record)).is_allocatable()? {
            class.members.iter().for_each(|register| is_allocated[register] = true);
        }
    }
    let mut groups = Groups::default();
    for assignment in &assignments {
        for register in &assignment.registers {
            let Some(id) = registers.for_record(register.id()) else { continue };
            let described = registers.get(id);
            let reason = if described.is_constant {
                "its value never changes"
            } else if described.is_artificial {
                "no instruction uses it"
            } else if !is_allocated[id] {
                "no class that is allocated contains it"
            } else {
                continue;
            };
            let span = assignment.position(**register);
            groups.add((span, register.name()), *assignment.convention, || {
                let name = assignment.convention.name();
                let message = format!("'{name}' assigns '{}', but {reason}", register.name());
                let mut diagnostic = draft(span, message);
                diagnostic.label(register.pos(), "the register");
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}
