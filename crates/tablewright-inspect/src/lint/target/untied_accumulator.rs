//! Lint: register outputs without any use, although an input in the same register class has bits. Usually the input is
//! an accumulator, and a constraint that ties both is missing.

use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::missing_constraint::{Side, check_untied};
use crate::lint::{Level, Lint, LintGroup};

/// A register output without bits, constraint or place in the assembly, although an input in its class has bits.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UntiedAccumulator,
    name: "untied-accumulator",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| check_untied(input, findings, Side::Output))
    },
};
