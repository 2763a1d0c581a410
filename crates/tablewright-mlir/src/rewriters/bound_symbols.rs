//! Symbols that pattern nodes bind.

use tablewright_records::FieldError;

use super::context::PatternContext;
use super::symbols::{SymbolKind, SymbolSource, SymbolTable, split_index};
use crate::model::operation::Argument;
use crate::model::{
    PatternArgument, PatternLeaf, PatternNode, PatternNodeKind, PatternOperation, PatternValue,
};

/// The side of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RewriterSide {
    Source,
    Result,
}

/// Binds the symbols of a node and its descendants.
pub(super) fn collect<'a, 's>(
    context: &PatternContext<'a, 's>,
    node: &PatternNode<'s>,
    side: RewriterSide,
    table: &mut SymbolTable<'a, 's>,
) -> Result<(), FieldError> {
    match node.kind {
        PatternNodeKind::Operation(index) => collect_operation(context, node, index, side, table),
        PatternNodeKind::Native { return_count, .. } => {
            collect_native(context, node, return_count, side, table)
        }
        PatternNodeKind::ReplaceWithValue
        | PatternNodeKind::Location
        | PatternNodeKind::ReturnType
        | PatternNodeKind::Either
        | PatternNodeKind::Variadic => match (node.symbol, side) {
            ("", _) | (_, RewriterSide::Result) => Ok(()),
            (symbol, RewriterSide::Source) => Err(context.error(format!(
                "binding symbol '{symbol}' to non-operation/native code call unsupported right now"
            ))),
        },
    }
}

fn verify(
    context: &PatternContext<'_, '_>,
    is_bound: bool,
    symbol: &str,
) -> Result<(), FieldError> {
    if is_bound {
        Ok(())
    } else {
        Err(context.error(format!("symbol '{symbol}' bound more than once")))
    }
}

fn collect_native<'a, 's>(
    context: &PatternContext<'a, 's>,
    node: &PatternNode<'s>,
    return_count: i64,
    side: RewriterSide,
    table: &mut SymbolTable<'a, 's>,
) -> Result<(), FieldError> {
    let symbol = node.symbol;
    if !symbol.is_empty() {
        if side == RewriterSide::Source {
            let message = format!(
                "binding symbol '{symbol}' to NativecodeCall in MatchPattern is not supported"
            );
            return Err(context.error(message));
        }
        let kind = match return_count {
            1 => SymbolKind::Value,
            count => SymbolKind::Values(count),
        };
        verify(context, table.bind(symbol, kind), symbol)?;
    }
    for argument in &node.arguments {
        match &argument.value {
            PatternValue::Node(node) => collect(context, node, side, table)?,
            PatternValue::Leaf(leaf) => {
                if let (Some(symbol), RewriterSide::Source) = (argument.bound_symbol(), side) {
                    let kind = match leaf {
                        PatternLeaf::Attribute(..) => {
                            SymbolKind::Attribute { class: "::mlir::Attribute" }
                        }
                        PatternLeaf::Any
                        | PatternLeaf::Text(_)
                        | PatternLeaf::Native(_)
                        | PatternLeaf::Operand(_)
                        | PatternLeaf::Property(..) => SymbolKind::Value,
                    };
                    verify(context, table.bind(symbol, kind), symbol)?;
                }
            }
        }
    }
    Ok(())
}

fn collect_operation<'a, 's>(
    context: &PatternContext<'a, 's>,
    node: &PatternNode<'s>,
    index: usize,
    side: RewriterSide,
    table: &mut SymbolTable<'a, 's>,
) -> Result<(), FieldError> {
    let operation = context.operation(index);
    check_argument_count(context, node, operation)?;
    if !node.symbol.is_empty() {
        let kind = SymbolKind::Result(&operation.operation);
        verify(context, table.bind(node.symbol, kind), node.symbol)?;
    }
    let mut position = 0;
    for argument in &node.arguments {
        match &argument.value {
            PatternValue::Node(child) => match child.kind {
                PatternNodeKind::Either => {
                    for (i, one) in child.arguments.iter().enumerate() {
                        let slot =
                            ArgumentSlot { node, operation, position: position + i, part: None };
                        slot.collect(context, one, side, table)?;
                    }
                    position += 1;
                }
                PatternNodeKind::Variadic => {
                    if !child.symbol.is_empty() && side == RewriterSide::Source {
                        let slot = ArgumentSlot { node, operation, position, part: None };
                        slot.bind(context, child.symbol, table)?;
                    }
                    for (i, one) in child.arguments.iter().enumerate() {
                        let slot = ArgumentSlot { node, operation, position, part: Some(i) };
                        slot.collect(context, one, side, table)?;
                    }
                }
                PatternNodeKind::Operation(_)
                | PatternNodeKind::Native { .. }
                | PatternNodeKind::ReplaceWithValue
                | PatternNodeKind::Location
                | PatternNodeKind::ReturnType => collect(context, child, side, table)?,
            },
            PatternValue::Leaf(_) => {
                let slot = ArgumentSlot { node, operation, position, part: None };
                slot.collect(context, argument, side, table)?;
            }
        }
        position += 1;
    }
    Ok(())
}

/// Checks that a node has as many arguments as its operation, directives aside.
fn check_argument_count(
    context: &PatternContext<'_, '_>,
    node: &PatternNode<'_>,
    operation: &PatternOperation<'_>,
) -> Result<(), FieldError> {
    let count = |is_kind: fn(PatternNodeKind<'_>) -> bool| {
        node.nodes().filter(|child| is_kind(child.kind)).count()
    };
    let eithers = count(|kind| kind == PatternNodeKind::Either);
    let directives =
        count(|kind| matches!(kind, PatternNodeKind::Location | PatternNodeKind::ReturnType));
    let actual = node.arguments.len() + eithers;
    let expected = operation.operation.arguments.order.len();
    if actual != expected + directives {
        return Err(context.error(format!(
            "op '{}' argument number mismatch: {actual} in pattern vs. {expected} in definition",
            operation.operation.names.full
        )));
    }
    Ok(())
}

/// An operation argument, or a single value in it.
struct ArgumentSlot<'n, 'a, 's> {
    node: &'n PatternNode<'s>,
    operation: &'a PatternOperation<'s>,
    position: usize,
    part: Option<usize>,
}

impl<'a, 's> ArgumentSlot<'_, 'a, 's> {
    fn collect(
        &self,
        context: &PatternContext<'a, 's>,
        argument: &PatternArgument<'s>,
        side: RewriterSide,
        table: &mut SymbolTable<'a, 's>,
    ) -> Result<(), FieldError> {
        match (&argument.value, argument.bound_symbol(), side) {
            (PatternValue::Node(node), _, _) => collect(context, node, side, table),
            (PatternValue::Leaf(_), Some(symbol), RewriterSide::Source) => {
                self.bind(context, symbol, table)
            }
            (PatternValue::Leaf(_), None, _) | (PatternValue::Leaf(_), _, RewriterSide::Result) => {
                Ok(())
            }
        }
    }

    fn bind(
        &self,
        context: &PatternContext<'a, 's>,
        symbol: &str,
        table: &mut SymbolTable<'a, 's>,
    ) -> Result<(), FieldError> {
        if let (_, Some(_)) = split_index(symbol) {
            return Err(context.error(format!(
                "symbol '{symbol}' with trailing index cannot bind to op argument"
            )));
        }
        let arguments = &self.operation.operation.arguments;
        let kind = match self.operation.argument(self.position) {
            Some(Argument::Operand(index)) => SymbolKind::Operand {
                arity: arguments.operands[index].constraint.arity,
                is_part: self.part.is_some(),
            },
            Some(Argument::Attribute(index)) => SymbolKind::Attribute {
                class: arguments.attributes[index].constraint.storage.class,
            },
            Some(Argument::Property(index)) => SymbolKind::Property {
                cpp_type: arguments.properties[index].property.storage.interface_type,
            },
            None => return Ok(()),
        };
        let source =
            SymbolSource { node: self.node.value, argument: self.position, part: self.part };
        verify(context, table.bind_argument(symbol, kind, source), symbol)
    }
}
