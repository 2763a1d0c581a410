//! Lint: instructions for nodes with a glue result whose `Defs` are empty.

use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::glue::{GlueSide, check_glue};
use crate::lint::{Level, Lint, LintGroup};

/// An instruction for a node with `SDNPOutGlue` whose `Defs` are empty.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FlagsNotDefined,
    name: "flags-not-defined",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| check_glue(input, findings, GlueSide::Out))
    },
};
