//! Types in trees: stated types spread by the profiles of nodes.

use rustc_hash::FxHashMap;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::value_types::ValueType;

use super::GraphTypes;
use super::draft::{DraftKind, DraftNode, DraftValue, TreeError};
use crate::patterns::PatternsToMatch;
use crate::patterns::forest::{NodeId, SdNodeId};
use crate::patterns::vocabulary::sd_node::Demand;

/// Infers the types of all values.
///
/// # Errors
/// If two demands contradict each other, or a type does not follow.
pub(super) fn infer_types(
    nodes: &mut [DraftNode],
    types: &GraphTypes<'_>,
    patterns: &PatternsToMatch,
) -> Result<(), TreeError> {
    while narrow(nodes, types, patterns, false)? {}
    while narrow(nodes, types, patterns, true)? {}
    while adopt(nodes, types, patterns) {
        while narrow(nodes, types, patterns, true)? {}
    }
    for node in nodes {
        if node.types.contains(&None) {
            let label = &node.label;
            let example = if matches!(node.kind, DraftKind::Node(..)) {
                format!("(i32 ({label} …))")
            } else if label.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                format!("(i32 {label})")
            } else {
                format!("i32:${label}")
            };
            let message = format!("the type of '{label}' is not known; write it, as in {example}");
            return Err(TreeError::new(node.offset, message));
        }
    }
    Ok(())
}

/// Applies each demand once. Returns whether a type was found. Only with `uses_pointers`, the type of an address is
/// the type of pointers.
fn narrow(
    nodes: &mut [DraftNode],
    types: &GraphTypes<'_>,
    patterns: &PatternsToMatch,
    uses_pointers: bool,
) -> Result<bool, TreeError> {
    let mut has_changed = false;
    for index in 0..nodes.len() {
        let DraftKind::Node(id, _) = nodes[index].kind else { continue };
        let node = patterns.sd_node(id);
        let value =
            |nodes: &[DraftNode], operand: usize| match operand.checked_sub(node.result_count) {
                None => Some(DraftValue { node: index, result: operand }),
                Some(operand) => nodes[index].operands.get(operand).copied(),
            };
        for constraint in &node.constraints {
            let Some(subject) = value(nodes, constraint.operand) else { continue };
            match constraint.demand {
                Demand::Type(set) => {
                    let Some(by_mode) = patterns.types_by_mode(set) else { continue };
                    let find = |mode| by_mode.iter().find(|choice| choice.0 == mode);
                    let ty = find(types.mode()).or_else(|| by_mode.first());
                    let Some(&(_, ty)) = ty else { continue };
                    has_changed |= if ty != types.any_pointer {
                        set_type(nodes, types, subject, ty)?
                    } else if let Some(pointer) = types.pointer
                        && uses_pointers
                        && type_of(nodes, subject).is_none()
                    {
                        set_type(nodes, types, subject, pointer)?
                    } else {
                        false
                    };
                }
                Demand::SameAs(other) => {
                    let Some(other) = value(nodes, other) else { continue };
                    if let Some(ty) = type_of(nodes, other) {
                        has_changed |= set_type(nodes, types, subject, ty)?;
                    } else if let Some(ty) = type_of(nodes, subject) {
                        has_changed |= set_type(nodes, types, other, ty)?;
                    }
                }
                // These relate types that a tree states.
                Demand::Kind(_)
                | Demand::StatedSmallerThan(_)
                | Demand::RelationFrom(..)
                | Demand::RelationTo(..)
                | Demand::VectorOf(_) => {}
            }
        }
    }
    Ok(has_changed)
}

/// Takes an unknown type from the patterns: most patterns with the same node and the same known types have it. Returns
/// whether a type was found.
fn adopt(nodes: &mut [DraftNode], types: &GraphTypes<'_>, patterns: &PatternsToMatch) -> bool {
    for index in 0..nodes.len() {
        let DraftKind::Node(id, _) = nodes[index].kind else { continue };
        let mut slots: Vec<DraftValue> = Vec::new();
        slots
            .extend((0..nodes[index].types.len()).map(|result| DraftValue { node: index, result }));
        slots.extend(&nodes[index].operands);
        let known: Vec<Option<ValueType>> =
            slots.iter().map(|&slot| type_of(nodes, slot)).collect();
        if known.iter().all(Option::is_some) || known.iter().all(Option::is_none) {
            continue;
        }
        let mut counts: FxHashMap<Vec<ValueType>, usize> = FxHashMap::default();
        let is_other = |mode: HwModeId| mode != types.mode();
        for pattern in patterns.list.iter().filter(|it| !it.mode.is_some_and(is_other)) {
            count_types(patterns, pattern.source, id, types, &known, &mut counts);
        }
        let best = counts.into_iter().max_by_key(|(found, count)| (*count, found.clone()));
        let Some((found, _)) = best else { continue };
        for (slot, ty) in slots.iter().zip(found) {
            if let Some(own) = nodes[slot.node].types.get_mut(slot.result) {
                own.get_or_insert(ty);
            }
        }
        return true;
    }
    false
}

/// Counts the types of the nodes in a tree that agree with the known types.
fn count_types(
    patterns: &PatternsToMatch,
    tree: NodeId,
    id: SdNodeId,
    types: &GraphTypes<'_>,
    known: &[Option<ValueType>],
    counts: &mut FxHashMap<Vec<ValueType>, usize>,
) {
    let forest = patterns.forest();
    let mut pending = vec![tree];
    while let Some(node) = pending.pop() {
        let children = forest.children(node);
        pending.extend(children);
        if forest.operation(node).sd_node() != Some(id) {
            continue;
        }
        let results = forest.types(node).iter();
        let operands = children.iter().filter_map(|&child| forest.types(child).first());
        let found = results.chain(operands).map(|&set| types.for_set(patterns, set));
        let Some(found) = found.collect::<Option<Vec<ValueType>>>() else { continue };
        let agrees = |(known, found): (&Option<ValueType>, &ValueType)| {
            known.is_none_or(|known| known == *found)
        };
        if found.len() == known.len() && known.iter().zip(&found).all(agrees) {
            *counts.entry(found).or_default() += 1;
        }
    }
}

fn type_of(nodes: &[DraftNode], value: DraftValue) -> Option<ValueType> {
    nodes[value.node].types.get(value.result).copied().flatten()
}

/// Sets a type. Returns whether the type was unknown.
fn set_type(
    nodes: &mut [DraftNode],
    types: &GraphTypes<'_>,
    value: DraftValue,
    ty: ValueType,
) -> Result<bool, TreeError> {
    let node = &mut nodes[value.node];
    let Some(slot) = node.types.get_mut(value.result) else { return Ok(false) };
    match *slot {
        None => {
            *slot = Some(ty);
            Ok(true)
        }
        Some(known) if known == ty => Ok(false),
        Some(known) => {
            let (known, demanded) = (types.name(known), types.name(ty));
            let message = format!("'{}' has type {known}, not {demanded}", node.label);
            Err(TreeError::new(node.offset, message))
        }
    }
}
