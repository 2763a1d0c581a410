//! Source pattern nodes among an operation's arguments, and the operands that they can match.

use tablewright_records::FieldError;

use super::context::PatternContext;
use crate::model::operation::Argument;
use crate::model::{PatternNode, PatternNodeKind, PatternOperation};

/// Checks that the nodes among the arguments of an operation fit the operands that they match.
pub(super) fn check(
    context: &PatternContext<'_, '_>,
    node: &PatternNode<'_>,
    operation: &PatternOperation<'_>,
) -> Result<(), FieldError> {
    let mut position = 0;
    for argument in &node.arguments {
        let operand = match operation.argument(position) {
            Some(Argument::Operand(index)) => Some(&operation.operation.arguments.operands[index]),
            Some(Argument::Attribute(_) | Argument::Property(_)) | None => None,
        };
        let name = &operation.operation.names.full;
        let Some(child) = argument.node() else {
            position += 1;
            continue;
        };
        match (child.kind, operand) {
            (PatternNodeKind::Variadic, None) => {
                return Err(context.error("encountered non-op, non-NativeCodeCall match."));
            }
            (PatternNodeKind::Variadic, Some(operand)) => {
                if !operand.is_variadic() {
                    return Err(context.error(format!(
                        "variadic DAG construct can't match op {name}'s non-variadic operand #{position}"
                    )));
                }
                if child.nodes().any(|inner| !matches!(inner.kind, PatternNodeKind::Operation(_))) {
                    return Err(context.error("variadic only accepts operation sub-dags"));
                }
            }
            (PatternNodeKind::Either, _) => {
                position += 1;
                if child.nodes().any(|inner| inner.kind == PatternNodeKind::Either) {
                    return Err(context.error("either cannot be nested"));
                }
            }
            (PatternNodeKind::Operation(_) | PatternNodeKind::Native { .. }, Some(operand))
                if operand.is_variable() =>
            {
                return Err(context.error(format!(
                    "use nested DAG construct to match op {name}'s variadic operand #{position} unsupported now"
                )));
            }
            (
                PatternNodeKind::Operation(_)
                | PatternNodeKind::Native { .. }
                | PatternNodeKind::ReplaceWithValue
                | PatternNodeKind::Location
                | PatternNodeKind::ReturnType,
                _,
            ) => {}
        }
        position += 1;
    }
    Ok(())
}
