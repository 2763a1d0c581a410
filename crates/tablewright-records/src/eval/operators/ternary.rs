//! The operand types of operators with three operands.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

impl Evaluator {
    /// Operators with three operands.
    pub(super) fn ternary(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let op = tree.op;
        let want = want.filter(|_| matches!(op, BangOp::If | BangOp::Subst));
        let first = self.expr(&tree.args[0], None, Mode::Value)?;
        let second = self.expr(&tree.args[1], want, Mode::Value)?;
        let third = self.expr(&tree.args[2], want, Mode::Value)?;
        let (second_type, third_type) = (self.heap.type_of(second), self.heap.type_of(third));
        let end = self.heap.after(span);
        let result = match op {
            BangOp::Dag => {
                self.check_dag_operands(tree, second_type, third_type)?;
                TypeId::DAG
            }
            BangOp::If => self.if_type(second_type, third_type, tree, span)?,
            BangOp::Subst => match third_type {
                Some(ty) => ty,
                None => {
                    let message = "could not get type for !subst";
                    let text = tree.args[2].span;
                    let error = self.reports.begin_error(Code::UntypedValue, text, message);
                    return Err(error.printed_at(end).into());
                }
            },
            BangOp::SetDagArg | BangOp::SetDagName => {
                self.check_dag_key(&tree.args[1], second)?;
                let name_type = third_type.filter(|_| op == BangOp::SetDagName);
                if let Some(found) = name_type.filter(|&ty| ty != TypeId::STRING) {
                    let found = self.heap.store.type_text(found);
                    let message = format!("expected string or unset name, got type '{found}'");
                    return Err(self.reports.error(Code::OperandType, tree.args[2].span, message));
                }
                TypeId::DAG
            }
            _ => unreachable!("not an operator with three operands"),
        };
        self.fold_op(Op::Bang(op), result, &[first, second, third], false)
    }
}
