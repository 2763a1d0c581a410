//! Nodes of the target for a comparison with a branch or a selection.
//!
//! In: records of class `NodeSemantics`, where one node of the target has this meaning, and of class `NodeLowering`,
//! where several nodes follow each other: a comparison sets flags, a branch or selection reads them. Out: a [`CompareForm`] for each.

use tablewright_records::{Dag, FieldError, RecordStore, Value, ValueId};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::value_types::ValueType;

use crate::patterns::PatternsToMatch;
use crate::patterns::graph::GraphTypes;
use crate::sd_node_properties::SdNodeProperty;

/// Target nodes that compare and then branch or select.
pub(super) struct CompareForm {
    /// The condition. `None` if it is an operand.
    pub(super) condition: Option<String>,
    pub(super) is_branch: bool,
    /// The nodes in order. The last has the result or the branch.
    pub(super) nodes: Vec<FormNode>,
}

/// A node of a form.
pub(super) struct FormNode {
    pub(super) opcode: String,
    pub(super) operands: Vec<FormOperand>,
    pub(super) has_chain: bool,
    /// Whether the node reads flags that the previous node sets.
    pub(super) reads_flags: bool,
}

/// An operand of a node of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FormOperand {
    Left,
    Right,
    Condition,
    /// The branch's target.
    Target,
    Yes,
    No,
    Number(i64, ValueType),
}

/// Finds the forms of a description:
/// `NodeSemantics<(BrEq $a, $b, $t), [(brcond (seteq $a, $b), $t)]>` and
/// `NodeLowering<(brcond (seteq $a, $b), $t), [(Compare $a, $b), (Branch $t, (i32 1))]>`.
pub(super) fn compare_forms(
    types: &GraphTypes<'_>,
    patterns: &PatternsToMatch,
) -> Result<Vec<CompareForm>, FieldError> {
    let reader = FormReader { store: types.store(), types, patterns };
    let mut forms = Vec::new();
    for record in reader.store.derived_if_defined("NodeSemantics") {
        let (node, trees) = (record.dag("Node")?, record.list("Trees")?);
        let [tree] = trees else { continue };
        let Value::Dag(tree) = reader.store.value(*tree) else { continue };
        forms.extend(reader.form(tree, &[node])?);
    }
    for record in reader.store.derived_if_defined("NodeLowering") {
        let (tree, nodes) = (record.dag("Node")?, record.list("Trees")?);
        let nodes: Vec<Dag<'_>> = nodes
            .iter()
            .filter_map(|&node| {
                let Value::Dag(node) = reader.store.value(node) else { return None };
                Some(node)
            })
            .collect();
        forms.extend(reader.form(tree, &nodes)?);
    }
    Ok(forms)
}

struct FormReader<'a, 's> {
    store: &'s RecordStore,
    types: &'a GraphTypes<'s>,
    patterns: &'a PatternsToMatch,
}

impl FormReader<'_, '_> {
    /// Reads a form from a branch or selection with a comparison, and the nodes for it. `None` for something else.
    fn form(&self, tree: Dag<'_>, nodes: &[Dag<'_>]) -> Result<Option<CompareForm>, FieldError> {
        let operator = |value: ValueId| self.store.value(value).as_def();
        let name = |value| operator(value).map(|it| self.store.record(it).name());
        let Some((condition, rest)) = tree.args.split_first() else { return Ok(None) };
        let Value::Dag(comparison) = self.store.value(condition.value) else { return Ok(None) };
        let Some(comparison_name) = name(comparison.operator) else { return Ok(None) };
        let mut names: Vec<(Option<Symbol>, FormOperand)> = Vec::new();
        let compared = [FormOperand::Left, FormOperand::Right, FormOperand::Condition];
        names.extend(comparison.args.iter().map(|arg| arg.name).zip(compared));
        let (others, is_branch): (&[FormOperand], bool) = match name(tree.operator) {
            Some("brcond") => (&[FormOperand::Target], true),
            Some("select") => (&[FormOperand::Yes, FormOperand::No], false),
            _ => return Ok(None),
        };
        names.extend(rest.iter().map(|arg| arg.name).zip(others.iter().copied()));
        let mut form_nodes = Vec::new();
        for node in nodes {
            let sd_node = operator(node.operator).and_then(|it| self.patterns.sd_node_of(it));
            let Some(sd_node) = sd_node else { return Ok(None) };
            let sd_node = self.patterns.sd_node(sd_node);
            let mut operands = Vec::new();
            for arg in node.args {
                let named = names.iter().find(|(own, _)| own.is_some() && *own == arg.name);
                let operand = match named {
                    Some(&(_, operand)) => Some(operand),
                    None => self.number(arg.value)?,
                };
                let Some(operand) = operand else { return Ok(None) };
                operands.push(operand);
            }
            form_nodes.push(FormNode {
                opcode: self.store.str(sd_node.opcode).to_owned(),
                operands,
                has_chain: sd_node.has(SdNodeProperty::HasChain),
                reads_flags: sd_node.has(SdNodeProperty::InGlue)
                    || sd_node.has(SdNodeProperty::OptInGlue),
            });
        }
        let is_read =
            |operand: FormOperand| form_nodes.iter().any(|it| it.operands.contains(&operand));
        if form_nodes.is_empty() || !names.iter().all(|&(_, operand)| is_read(operand)) {
            return Ok(None);
        }
        let condition = (comparison_name != "setcc").then(|| comparison_name.to_uppercase());
        Ok(Some(CompareForm { condition, is_branch, nodes: form_nodes }))
    }

    /// Reads a number with its type: `(i32 1)`.
    fn number(&self, value: ValueId) -> Result<Option<FormOperand>, FieldError> {
        let Value::Dag(dag) = self.store.value(value) else { return Ok(None) };
        let (Some(ty), [arg]) = (self.store.value(dag.operator).as_def(), dag.args) else {
            return Ok(None);
        };
        let (ty, number) = (self.types.for_record(ty)?, self.store.value(arg.value).as_int());
        Ok(ty.zip(number).map(|(ty, number)| FormOperand::Number(number, ty)))
    }
}
