//! Indices in the matcher table, and their meaning.

use tablewright_llvm::matcher_table::{BranchId, MatcherTableStepId, TablePlace};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::target::MatcherTarget;

/// An index and its meaning.
pub(super) struct At {
    pub(super) offset: u32,
    /// Description of the table contents at the index.
    pub(super) what: String,
    /// The step at which selection is, or which failed.
    pub(super) step: MatcherTableStepId,
}

/// Returns the meaning of an index.
pub(super) fn find(target: &MatcherTarget<'_>, offset: u32) -> Result<At, Diagnostic> {
    let table = &target.table;
    let error = |message: String| Err(Diagnostic::error_anywhere(Code::UnknownName, message));
    let (what, step) = match table.place_at(offset) {
        Some(TablePlace::Step(step)) => (table.step_text(step), step),
        Some(TablePlace::Within(step)) => {
            let start = table.steps()[step].offset;
            (format!("within the step at {start}, {}", table.step_text(step)), step)
        }
        Some(TablePlace::Header(id)) => {
            let branch = table.branch(id);
            let (start, text) = (table.steps()[branch.of].offset, branch_text(target, id));
            (format!("the beginning of {text} of the step at {start}"), branch.first)
        }
        Some(TablePlace::EndOf(step)) => {
            let start = table.steps()[step].offset;
            return error(format!("at {offset} the branches of the step at {start} end"));
        }
        Some(TablePlace::End) => return error(format!("at {offset} the table ends")),
        None => {
            let size = table.size();
            return error(format!("index {offset} is outside the table of {size} bytes"));
        }
    };
    Ok(At { offset, what, step })
}

/// Formats a branch: `branch 2 of 3`, `case ISD::ADD (1 of 8)`.
pub(super) fn branch_text(target: &MatcherTarget<'_>, id: BranchId) -> String {
    let branch = target.table.branch(id);
    let count = target.table.steps()[branch.of].branches.len();
    match target.table.key_text(id) {
        Some(key) => format!("case {key} ({} of {count})", branch.index + 1),
        None => format!("branch {} of {count}", branch.index + 1),
    }
}
