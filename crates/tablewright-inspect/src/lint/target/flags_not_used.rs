//! Lint: instructions for nodes with a glue operand that use no register.

use tablewright_syntax::diagnostic::Code;
use tablewright_target::sd_node_properties::SdNodeProperty;

use super::check_target;
use super::flags_not_defined::{GlueRule, check_glue};
use crate::lint::{Level, Lint, LintGroup};

/// An instruction for a node with `SDNPInGlue` whose `Uses` are empty.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FlagsNotUsed,
    name: "flags-not-used",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| {
            check_glue(
                input,
                findings,
                &GlueRule {
                    glue: &[SdNodeProperty::InGlue],
                    field: "Uses",
                    note: "the glue keeps the instruction behind the writer of a register, for example of flags; \
                       'Uses' names the register",
                },
            )
        })
    },
};
