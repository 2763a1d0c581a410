//! Lint: calls that do not define the register with the return address.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, RecordId};
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::groups::{Groups, draft};
use super::own::{OwnInstruction, is_set, let_span, own_instructions};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A call that defines no register, although most calls define the link register.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::CallWithoutLink,
    name: "call-without-link",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let calls: Vec<OwnInstruction<'_>> =
        own_instructions(store)?.into_iter().filter(is_call).collect();
    let mut counts: FxHashMap<RecordId, usize> = FxHashMap::default();
    for call in &calls {
        for register in call.record.defs()? {
            *counts.entry(register.id()).or_default() += 1;
        }
    }
    // The first register in name order decides between equal counts.
    let most =
        counts.into_iter().max_by_key(|&(register, count)| (count, std::cmp::Reverse(register)));
    let Some((link, count)) = most.filter(|&(_, count)| count * 3 >= calls.len() * 2) else {
        return Ok(());
    };
    let mut groups = Groups::default();
    for call in &calls {
        // An output may be the link register.
        if !call.record.defs()?.is_empty() || call.operands.def_count() > 0 {
            continue;
        }
        let record = *call.record;
        let span = let_span(input.trace, record, "isCall");
        groups.add((span, ""), record, || {
            let link = store.record(link);
            let message = format!("the call '{}' defines no register", record.name());
            let mut diagnostic = draft(span, message);
            diagnostic.label(
                link.pos(),
                format!("{count} of {} calls define '{}'", calls.len(), link.name()),
            );
            diagnostic.note(
                None,
                "without the register in 'Defs', a function may keep a value in it across the call",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether an instruction is a call that returns.
fn is_call(instruction: &OwnInstruction<'_>) -> bool {
    let record = *instruction.record;
    is_set(record, "isCall")
        && !is_set(record, "isTerminator")
        && !is_set(record, "isReturn")
        && !is_set(record, "isBranch")
        && !is_set(record, "isPseudo")
        // A call of the operating system preserves the registers.
        && !is_set(record, "hasSideEffects")
}
