//! Lint: instructions for nodes with a glue operand whose `Uses` are empty.

use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::glue::{GlueSide, check_glue};
use crate::lint::{Level, Lint, LintGroup};

/// An instruction for a node with `SDNPInGlue` whose `Uses` are empty.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FlagsNotUsed,
    name: "flags-not-used",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| check_glue(input, findings, GlueSide::In))
    },
};
