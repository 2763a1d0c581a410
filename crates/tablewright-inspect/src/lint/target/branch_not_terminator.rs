//! Lint: branches and returns that are not terminators.

use tablewright_records::{AnalysisError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::Instructions;

use super::check_target;
use super::groups::{Groups, draft};
use super::own::{is_set, let_span};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A branch or return that is not a terminator.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::BranchNotTerminator,
    name: "branch-not-terminator",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// Flags of instructions after which another instruction than the next may run.
const FLAGS: [&str; 3] = ["isBranch", "isIndirectBranch", "isReturn"];

/// Whether the instruction is a pseudo of the assembler: no pattern creates it, so most passes never see it.
fn is_pseudo_of_assembler(instruction: Record<'_>) -> bool {
    is_set(instruction, "isAsmParserOnly")
        || is_set(instruction, "isPseudo") && instruction.list("Pattern").is_ok_and(<[_]>::is_empty)
}

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let instructions: &Instructions = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for (_, record) in instructions.iter_own() {
        let instruction = store.record(record);
        // A call usually returns to the next instruction.
        let is_excluded = is_set(instruction, "isTerminator")
            || is_set(instruction, "isCall")
            || is_pseudo_of_assembler(instruction);
        let flag = FLAGS.into_iter().find(|flag| is_set(instruction, flag));
        let Some(flag) = flag.filter(|_| !is_excluded) else { continue };
        let span = let_span(input.trace, instruction, flag);
        groups.add((span, flag), instruction, || {
            let name = instruction.name();
            let message = format!("'{name}' has '{flag}' and not 'isTerminator'");
            let mut diagnostic = draft(span, message);
            diagnostic.note(
                None,
                "passes look for the end of a block by 'isTerminator', and add and move instructions \
                 after this one",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
