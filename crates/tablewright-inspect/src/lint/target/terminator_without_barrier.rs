//! Lint: unconditional returns and branches after which the next instruction seems to run.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, RecordId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::operands::OperandKind;

use super::check_target;
use super::groups::{Groups, draft};
use super::own::{OwnInstruction, is_set, let_span, own_instructions};
use super::selected_nodes::selected_nodes;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An unconditional terminator without `isBarrier`.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::TerminatorWithoutBarrier,
    name: "terminator-without-barrier",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// C++ enumerators of nodes that always branch.
const UNCONDITIONAL: [&str; 2] = ["ISD::BR", "ISD::BRIND"];

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut branches: FxHashSet<RecordId> = FxHashSet::default();
    for selected in selected_nodes(store)? {
        let opcode = selected.node.opcode()?;
        if UNCONDITIONAL.contains(&store.str(opcode)) {
            branches.insert(selected.instruction.id());
        }
    }
    let mut groups = Groups::default();
    let instructions = own_instructions(store)?;
    // Beside a return with a barrier, a return without one is probably conditional: its mnemonic has the condition.
    let has_barrier = instructions
        .iter()
        .any(|it| is_set(*it.record, "isReturn") && is_set(*it.record, "isBarrier"));
    for instruction in instructions {
        let record = *instruction.record;
        if !is_set(record, "isTerminator")
            || is_set(record, "isBarrier")
            || is_set(record, "isPredicable")
        {
            continue;
        }
        let kind = if branches.contains(&record.id()) {
            "an unconditional branch"
        } else if !has_barrier && is_unconditional_return(&instruction)? {
            "an unconditional return"
        } else {
            continue;
        };
        let span = let_span(input.trace, record, "isTerminator");
        groups.add((span, kind), record, || {
            let message = format!("'{}' is {kind} without 'isBarrier'", record.name());
            let mut diagnostic = draft(span, message);
            diagnostic.note(
                None,
                "without 'isBarrier', passes assume that the next block can follow directly",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether a return has no operand and reads no register that could be its condition.
fn is_unconditional_return(instruction: &OwnInstruction<'_>) -> Result<bool, AnalysisError> {
    let record = instruction.record;
    let operands = instruction.operands;
    let is_register = |kind: OperandKind| match kind {
        OperandKind::RegisterOperand
        | OperandKind::RegisterClass
        | OperandKind::RegClassByHwMode
        | OperandKind::PointerLike => true,
        OperandKind::Operand
        | OperandKind::Predicate
        | OperandKind::OptionalDef
        | OperandKind::Unknown => false,
    };
    Ok(is_set(*record, "isReturn")
        && !is_set(*record, "isCall")
        && operands.list().len() <= 1
        && operands.list().iter().all(|operand| is_register(operands.class(operand).kind))
        && record.uses()?.is_empty())
}
