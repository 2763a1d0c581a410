//! The operand types of operators with one operand.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Operators with one operand.
    pub(super) fn unary(&mut self, tree: &tree::BangExpr<'_>) -> Eval<ValueId> {
        let op = tree.op;
        let written = self.written_type(tree)?;
        let operand = &tree.args[0];
        let value = self.expr(operand, None, Mode::Value)?;
        let at = self.heap.after(operand.span);
        let ty = self.heap.type_of(value);
        let list_element = ty.and_then(|ty| self.heap.store.types.element(ty));
        let result = match op {
            BangOp::Cast => written.expect("the parser asks for the type"),
            BangOp::Repr | BangOp::ToLower | BangOp::ToUpper => TypeId::STRING,
            BangOp::Not | BangOp::LogTwo | BangOp::Initialized => TypeId::INT,
            BangOp::Size | BangOp::Empty => {
                if list_element.is_none() && !matches!(ty, Some(TypeId::STRING | TypeId::DAG)) {
                    let message = "expected string, list, or dag type argument in unary operator";
                    let error = self.reports.begin_error(Code::OperandType, operand.span, message);
                    return Err(error.printed_at(at).into());
                }
                TypeId::INT
            }
            BangOp::Head | BangOp::Tail => self.head_or_tail_type(op, value, operand.span)?,
            BangOp::GetDagOp => {
                let ty = written.unwrap_or(TypeId::ANY_RECORD);
                if !self.heap.store.types.is_record(ty) {
                    // The token after the closing angle bracket.
                    let closing = self.heap.after(tree.ty.map_or(operand.span, |t| t.span));
                    let at = self.heap.after(Span::new(closing, closing.offset(1)));
                    let written = tree.ty.map_or(operand.span, |ty| ty.span);
                    let message = "type for !getdagop must be a record type";
                    let error = self.reports.begin_error(Code::OperandType, written, message);
                    return Err(error.printed_at(at).into());
                }
                ty
            }
            BangOp::GetDagOpName => {
                if ty != Some(TypeId::DAG) {
                    let message = "expected dag type argument in unary operator";
                    let error = self.reports.begin_error(Code::OperandType, operand.span, message);
                    return Err(error.printed_at(at).into());
                }
                TypeId::STRING
            }
            BangOp::ListFlatten => match list_element {
                Some(element) => match self.heap.store.types.element(element) {
                    Some(_) => element,
                    None => ty.expect("a list has a type"),
                },
                None => {
                    let message = "expected list type argument in unary operator";
                    let error = self.reports.begin_error(Code::OperandType, operand.span, message);
                    return Err(error.printed_at(at).into());
                }
            },
            _ => unreachable!("not an operator with one operand"),
        };
        self.fold_op(Op::Bang(op), result, &[value], false)
    }

    fn head_or_tail_type(&mut self, op: BangOp, list: ValueId, span: Span) -> Eval<TypeId> {
        let at = self.heap.after(span);
        let ty = self.heap.type_of(list);
        let Some(mut element) = ty.and_then(|ty| self.heap.store.types.element(ty)) else {
            let message = "expected list type argument in unary operator";
            let error = self.reports.begin_error(Code::OperandType, span, message);
            return Err(error.printed_at(at).into());
        };
        if let Value::List(known) = self.heap.store.value(list) {
            let Some(&first) = known.elements.first() else {
                let message = "empty list argument in unary operator";
                let error = self.reports.begin_error(Code::EmptyList, span, message);
                return Err(error.printed_at(at).into());
            };
            let Some(ty) = self.heap.type_of(first) else {
                let message = "untyped list element in unary operator";
                let error = self.reports.begin_error(Code::UntypedValue, span, message);
                return Err(error.printed_at(at).into());
            };
            element = ty;
        }
        Ok(if op == BangOp::Head { element } else { self.heap.store.types.list(element) })
    }
}
