//! Operands that match in either order, and operands of several values.

use tablewright_records::FieldError;

use super::matching::{MatchedOperand, MatchedOperation, NodeMatcher, operand_index};
use super::statement::{RewriterStatement, block, check, statement};
use super::symbols::SymbolSource;
use crate::model::{PatternNode, PatternValue};

impl<'a, 's> NodeMatcher<'_, 'a, 's> {
    /// Matches two operands in either order; `position` is the first operand's argument index.
    pub(super) fn match_either(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        node: &PatternNode<'s>,
        position: usize,
        out: &mut Vec<RewriterStatement>,
    ) -> Result<(), FieldError> {
        let (casted, depth) = (&matched.variable, matched.depth);
        let mut body = Vec::new();
        let mut defining = Vec::new();
        for (i, argument) in node.arguments.iter().enumerate() {
            let operand = operand_index(matched.operation, position + i);
            match &argument.value {
                PatternValue::Node(child) => {
                    let variable = format!("local_op_{i}");
                    body.push(statement(format!(
                        "auto {variable} = (*v{i}.begin()).getDefiningOp();"
                    )));
                    let message = format!(
                        "\"There's no operation that defines operand {operand} of {casted}\""
                    );
                    let mut inner = vec![check(casted, &variable, &message)];
                    self.match_node(child, &variable, depth + 1, &mut inner)?;
                    body.push(block("", inner));
                    defining.push(statement(format!("tblgen_ops.push_back({variable});")));
                }
                PatternValue::Leaf(leaf) => {
                    let range = format!("v{i}");
                    let slot = MatchedOperand {
                        argument: position + i,
                        operand,
                        part: None,
                        range: &range,
                    };
                    self.match_operand(matched, argument, leaf, &slot, &mut body)?;
                }
            }
        }
        body.append(&mut defining);
        body.push(statement("return ::mlir::success();"));
        let head = format!(
            "auto eitherLambda{depth} = [&](::mlir::OperandRange v0, ::mlir::OperandRange v1)"
        );
        out.push(RewriterStatement::Block { head, body, tail: ";" });
        let first = operand_index(matched.operation, position);
        let second = operand_index(matched.operation, position + 1);
        let call = |one: usize, other: usize| {
            format!("::mlir::failed(eitherLambda{depth}(eitherOperand{one}, eitherOperand{other}))")
        };
        out.push(block(
            "",
            vec![
                statement(format!("auto eitherOperand0 = {casted}.getODSOperands({first});")),
                statement(format!("auto eitherOperand1 = {casted}.getODSOperands({second});")),
                statement(format!("if({} && {})", call(0, 1), call(1, 0))),
                statement("  return ::mlir::failure();"),
            ],
        ));
        Ok(())
    }

    /// Matches a variadic operand's values; `position` is the operand's argument index.
    pub(super) fn match_variadic(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        node: &PatternNode<'s>,
        position: usize,
        out: &mut Vec<RewriterStatement>,
    ) -> Result<(), FieldError> {
        let casted = &matched.variable;
        let operand = operand_index(matched.operation, position);
        let range = "variadic_operand_range";
        let count = node.arguments.len();
        let mut body = vec![
            statement(format!("auto {range} = {casted}.getODSOperands({operand});")),
            statement(format!("if ({range}.size() != {count}) return ::mlir::failure();")),
        ];
        if !node.symbol.is_empty() {
            let source = SymbolSource { node: matched.node.value, argument: position, part: None };
            let variable = self.symbols.variable_of(node.symbol, source).unwrap_or(node.symbol);
            body.push(statement(format!("{variable} = {range};")));
        }
        for (i, argument) in node.arguments.iter().enumerate() {
            match &argument.value {
                PatternValue::Node(child) => {
                    let variable = format!("local_op_{i}");
                    let message = format!(
                        "\"There's no operation that defines variadic operand {operand} \
                     (variadic sub-opearnd #{i}) of {casted}\""
                    );
                    let mut inner = vec![
                        statement(format!("auto *{variable} = {range}[{i}].getDefiningOp();")),
                        check(casted, &variable, &message),
                    ];
                    self.match_node(child, &variable, matched.depth + 1, &mut inner)?;
                    inner.push(statement(format!("tblgen_ops.push_back({variable});")));
                    body.push(block("", inner));
                }
                PatternValue::Leaf(leaf) => {
                    let slice = format!("{range}.slice({i}, 1)");
                    let slot = MatchedOperand {
                        argument: position,
                        operand,
                        part: Some(i),
                        range: &slice,
                    };
                    self.match_operand(matched, argument, leaf, &slot, &mut body)?;
                }
            }
        }
        out.push(block("", body));
        Ok(())
    }
}
