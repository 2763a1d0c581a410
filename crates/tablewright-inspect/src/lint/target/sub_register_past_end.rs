//! Lint: sub-registers that end behind their register.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{DescribedClasses, Registers};

use super::check_target;
use super::groups::{Groups, draft};
use super::sub_register_ranges::part_ranges;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A sub-register whose bits exceed its register's size.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SubRegisterPastEnd,
    name: "sub-register-past-end",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let mut sizes = registers.side_table(0);
    for class in classes.by_name() {
        let size = i64::from(class.sizes.only().map_or(0, |size| size.register));
        // A class with sizes by mode does not decide.
        let size = if size == 0 { i64::MAX } else { size };
        for register in class.members.iter() {
            sizes[register] = size.max(sizes[register]);
        }
    }
    let mut groups = Groups::default();
    for (id, register) in registers.iter() {
        let size = sizes[id];
        // Tuples can leave out registers in their middle, unlike their indices.
        if size == 0 || size == i64::MAX || register.record.is_none() {
            continue;
        }
        for part in part_ranges(store, registers, register)? {
            if part.end <= size {
                continue;
            }
            let record = store.record(register.described_by);
            let span = record.pos().into();
            groups.add((span, part.index), record, || {
                let message = format!(
                    "the sub-register '{}' of '{}' ends behind its {size} bits",
                    registers.name(part.register),
                    register.name
                );
                let mut diagnostic = draft(span, message);
                if let Some(index) = store.find_record(part.index) {
                    let (first, last) = (part.first, part.end - 1);
                    let index = store.record(index);
                    diagnostic
                        .label(index.pos(), format!("'{}' has bits {first} to {last}", part.index));
                }
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}
