//! Instructions for nodes with glue: a node with a glue result sets a register, usually flags, and a node with a glue
//! operand reads it.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, Record, RecordId, Value};
use tablewright_selection::sd_node_properties::{SdNodeProperties, SdNodeProperty};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::registers::{DescribedClasses, Registers};

use super::groups::{Groups, draft};
use super::own::is_set;
use super::selected_nodes::{SelectedNode, selected_nodes};
use crate::lint::{Findings, LintInput};

/// The side of a node with the glue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GlueSide {
    /// A glue result.
    Out,
    /// A glue operand.
    In,
}

impl GlueSide {
    fn property(self) -> SdNodeProperty {
        match self {
            GlueSide::Out => SdNodeProperty::OutGlue,
            GlueSide::In => SdNodeProperty::InGlue,
        }
    }

    /// Returns the instruction field with the registers.
    fn field(self) -> &'static str {
        match self {
            GlueSide::Out => "Defs",
            GlueSide::In => "Uses",
        }
    }

    fn note(self) -> &'static str {
        match self {
            GlueSide::Out => {
                "the glue keeps the reader of a register, for example of flags, behind the instruction; \
                 'Defs' names the register"
            }
            GlueSide::In => {
                "the glue keeps the instruction behind the writer of a register, for example of flags; \
                 'Uses' names the register"
            }
        }
    }
}

/// Reports instructions for nodes with glue whose register list is empty.
pub(super) fn check_glue(
    input: &LintInput<'_>,
    findings: &mut Findings,
    side: GlueSide,
) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut nodes = Vec::new();
    for selected in selected_nodes(store)? {
        // A node with a chain, for example a call, has glue for its arguments.
        let properties = SdNodeProperties::from_record(*selected.node)?;
        if selected.is_own_pattern && !properties.has(SdNodeProperty::HasChain) {
            nodes.push((selected, properties));
        }
    }
    let flags = match side {
        GlueSide::Out => FxHashSet::default(),
        GlueSide::In => flag_holders(input, &nodes)?,
    };
    if side == GlueSide::In && flags.is_empty() {
        return Ok(());
    }
    let mut groups = Groups::default();
    for (SelectedNode { node, instruction, .. }, properties) in nodes {
        // A result can take the place of the flags.
        let has_result = side == GlueSide::Out && node.type_profile()?.num_results()? > 0;
        if !properties.has(side.property())
            || has_result
            || is_set(instruction, "isPseudo")
            || is_set(instruction, "usesCustomInserter")
            || !instruction.list(side.field())?.is_empty()
            || side == GlueSide::In && has_operand(instruction, &flags)?
        {
            continue;
        }
        let span = instruction.pos().into();
        groups.add((span, node.name()), instruction, || {
            let message = format!(
                "'{}' replaces a node with glue, '{}', and its '{}' are empty",
                instruction.name(),
                node.name(),
                side.field()
            );
            let mut diagnostic = draft(span, message);
            diagnostic.label(node.pos(), "the node");
            diagnostic.note(None, side.note());
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Returns the registers that instructions for nodes without results define, and the classes with these registers.
fn flag_holders(
    input: &LintInput<'_>,
    nodes: &[(SelectedNode<'_>, SdNodeProperties)],
) -> Result<FxHashSet<RecordId>, AnalysisError> {
    let mut flags = FxHashSet::default();
    for (SelectedNode { node, instruction, .. }, properties) in nodes {
        if properties.has(SdNodeProperty::OutGlue) && node.type_profile()?.num_results()? == 0 {
            flags.extend(instruction.list_of_records("Defs")?.iter().map(|flag| flag.id()));
        }
    }
    if flags.is_empty() {
        return Ok(flags);
    }
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = input.store.analysis(diagnostics)?;
    let classes: &DescribedClasses = input.store.analysis(diagnostics)?;
    for class in classes.by_name() {
        let records = class.members.iter().filter_map(|register| registers.get(register).record);
        if records.into_iter().any(|register| flags.contains(&register)) {
            flags.insert(class.record);
        }
    }
    Ok(flags)
}

/// Whether an input is a register of a class with flags.
fn has_operand(
    instruction: Record<'_>,
    flags: &FxHashSet<RecordId>,
) -> Result<bool, AnalysisError> {
    let store = instruction.store();
    let is_flag = |record: RecordId| {
        let registers = store.record(record).value("RegClass").ok();
        let class = registers.and_then(|class| store.value(class).as_def());
        flags.contains(&record) || class.is_some_and(|class| flags.contains(&class))
    };
    let inputs = instruction.dag("InOperandList")?.args.iter();
    Ok(inputs
        .into_iter()
        .any(|arg| matches!(store.value(arg.value), Value::Def(record) if is_flag(record))))
}
