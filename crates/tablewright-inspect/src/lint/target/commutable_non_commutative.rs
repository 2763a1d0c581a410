//! Lint: commutable instructions for nodes whose operands have an order.

use tablewright_records::AnalysisError;
use tablewright_selection::sd_node_properties::{SdNodeProperties, SdNodeProperty};
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::groups::{Groups, draft};
use super::own::{is_set, let_span};
use super::selected_nodes::{SelectedNode, selected_nodes};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction with `isCommutable` whose pattern is a node without `SDNPCommutative`.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::CommutableNonCommutative,
    name: "commutable-non-commutative",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

const FLAG: &str = "isCommutable";

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for SelectedNode { node, args, instruction, is_own_pattern } in selected_nodes(store)? {
        let is_generic = store.str(node.opcode()?).starts_with("ISD::");
        // With nested dags, operands of an inner node may be the ones that commute.
        let is_flat = args.iter().all(|arg| store.value(arg.value).as_dag().is_none());
        let properties = SdNodeProperties::from_record(*node)?;
        if !is_own_pattern
            || !is_generic
            || !is_flat
            || args.len() != 2
            || properties.has(SdNodeProperty::Commutative)
            || !is_set(instruction, FLAG)
            // C++ code may know a pseudo with swapped operands.
            || is_set(instruction, "isPseudo")
        {
            continue;
        }
        let span = let_span(input.trace, instruction, FLAG);
        groups.add((span, node.name()), instruction, || {
            let message = format!(
                "'{}' is commutable, and its node '{}' is not commutative",
                instruction.name(),
                node.name()
            );
            let mut diagnostic = draft(span, message);
            diagnostic.note(None, "passes swap the two inputs, which changes the result");
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
