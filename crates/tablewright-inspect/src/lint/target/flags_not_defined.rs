//! Lint: instructions for nodes with a glue result that define no register.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::Code;
use tablewright_target::sd_node_properties::{SdNodeProperties, SdNodeProperty};

use super::check_target;
use super::groups::{Groups, draft};
use super::own::is_set;
use super::selected_nodes::{SelectedNode, selected_nodes};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction for a node with `SDNPOutGlue` whose `Defs` are empty.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FlagsNotDefined,
    name: "flags-not-defined",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| {
            check_glue(
                input,
                findings,
                &GlueRule {
                    glue: &[SdNodeProperty::OutGlue],
                    field: "Defs",
                    note: "the glue keeps the reader of a register, for example of flags, behind the instruction; \
                       'Defs' names the register",
                },
            )
        })
    },
};

/// A direction of glue.
pub(super) struct GlueRule {
    /// The node properties.
    pub(super) glue: &'static [SdNodeProperty],
    /// The instruction field with the registers.
    pub(super) field: &'static str,
    /// The consequence.
    pub(super) note: &'static str,
}

/// Reports instructions for nodes with glue whose register list is empty.
pub(super) fn check_glue(
    input: &LintInput<'_>,
    findings: &mut Findings,
    rule: &GlueRule,
) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for SelectedNode { node, instruction, is_own_pattern, .. } in selected_nodes(store)? {
        let properties = SdNodeProperties::from_record(*node)?;
        let has_glue = rule.glue.iter().any(|&property| properties.has(property));
        // A node with a chain, for example a call, has glue for its arguments.
        if !is_own_pattern
            || !has_glue
            || properties.has(SdNodeProperty::HasChain)
            || is_set(instruction, "isPseudo")
            || is_set(instruction, "usesCustomInserter")
            || !instruction.list(rule.field)?.is_empty()
        {
            continue;
        }
        let span = instruction.pos().into();
        groups.add((span, node.name()), instruction, || {
            let message = format!(
                "'{}' replaces a node with glue, '{}', and its '{}' are empty",
                instruction.name(),
                node.name(),
                rule.field
            );
            let mut diagnostic = draft(span, message);
            diagnostic.label(node.pos(), "the node");
            diagnostic.note(None, rule.note);
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
