//! Lint: registers in the same class with the same number.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::record_views::register::RegisterClassRecord;
use tablewright_target::registers::{DescribedClass, DescribedClasses, RegisterId, Registers};

use super::check_target;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Two registers in an allocated class with the same `HWEncoding`. Targets have such registers on purpose, for example
/// frame registers that C++ replaces, so the lint is off by default.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SameEncodingInClass,
    name: "same-encoding-in-class",
    group: LintGroup::Target,
    default: Level::Allow,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let mut groups = Groups::default();
    // The same pair is often in several classes.
    let mut reported = FxHashSet::default();
    for class in classes.by_name() {
        if !RegisterClassRecord::new(store.record(class.record)).is_allocatable()? {
            continue;
        }
        for (register, earlier) in equal_pairs(input, registers, class)? {
            if !reported.insert((register, earlier)) {
                continue;
            }
            let record = store.record(registers.get(register).described_by);
            let span = record.pos().into();
            groups.add((span, ""), record, || {
                let (name, other) = (registers.name(register), registers.name(earlier));
                let class = store.record(class.record).name();
                let message =
                    format!("'{name}' and '{other}' in '{class}' have the same 'HWEncoding'");
                let mut diagnostic = draft(span, message);
                let other = store.record(registers.get(earlier).described_by);
                diagnostic.label(other.pos(), "the other register");
                diagnostic.note(None, "encoded instructions cannot distinguish the two registers");
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}

/// Returns the members with the number of an earlier member. Empty if the class does without numbers.
fn equal_pairs(
    input: &LintInput<'_>,
    registers: &Registers,
    class: &DescribedClass,
) -> Result<Vec<(RegisterId, RegisterId)>, AnalysisError> {
    let mut first: FxHashMap<u64, RegisterId> = FxHashMap::default();
    let mut pairs = Vec::new();
    for &register in &class.order {
        if registers.get(register).is_artificial {
            continue;
        }
        let number = registers.hw_encoding(input.store, register)?;
        let earlier = *first.entry(number).or_insert(register);
        if earlier != register {
            pairs.push((register, earlier));
        }
    }
    // Several equal numbers are a habit: C++ code numbers the registers, or distinguishes them by other bits.
    Ok(if pairs.len() * 4 > class.order.len() + 2 { Vec::new() } else { pairs })
}
