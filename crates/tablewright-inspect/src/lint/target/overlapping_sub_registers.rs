//! Lint: sub-registers in the same bits of their register.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{RegisterId, Registers};

use super::check_target;
use super::groups::{Groups, draft};
use super::sub_register_ranges::part_ranges;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Two sub-registers in overlapping bits, although the two registers are distinct.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OverlappingSubRegisters,
    name: "overlapping-sub-registers",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// Maximum number of index pairs that overlap. If there are more, the target does without offsets.
const HABIT: usize = 2;

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let registers: &Registers = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for (_, register) in registers.iter() {
        let mut parts = part_ranges(store, registers, register)?;
        parts.sort_by_key(|part| (part.first, part.end));
        let overlap = parts.windows(2).find(|pair| {
            pair[1].first < pair[0].end
                && !are_related(registers, pair[0].register, pair[1].register)
        });
        let Some([one, other]) = overlap.and_then(|pair| <[_; 2]>::try_from(pair).ok()) else {
            continue;
        };
        let record = store.record(register.described_by);
        let span = record.pos().into();
        let kind = format!("{} {}", one.index, other.index);
        groups.add((span, &kind), record, || {
            let message = format!(
                "the sub-registers '{}' and '{}' of '{}' overlap in bits {} to {}",
                registers.name(one.register),
                registers.name(other.register),
                register.name,
                other.first,
                one.end.min(other.end) - 1
            );
            let mut diagnostic = draft(span, message);
            for part in [one, other] {
                let index = store.find_record(part.index).map(|id| store.record(id));
                if let Some(index) = index {
                    let (first, last) = (part.first, part.end - 1);
                    diagnostic.label(index.pos(), format!("bits {first} to {last}"));
                }
            }
            diagnostic
        });
    }
    groups.drop_if_many_kinds(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Whether two registers are the same, or one is a direct sub-register or alias of the other.
fn are_related(registers: &Registers, one: RegisterId, other: RegisterId) -> bool {
    let contains = |outer: RegisterId, inner: RegisterId| {
        let outer = registers.get(outer);
        outer.sub_regs.iter().any(|part| part.register == inner) || outer.aliases.contains(&inner)
    };
    one == other || contains(one, other) || contains(other, one)
}
