//! Operand types of operators with one operand.

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

/// An operator's evaluated operand.
pub(super) struct UnaryOperand {
    /// The type in angle brackets, with its span.
    written: Option<(TypeId, Span)>,
    value: ValueId,
    ty: Option<TypeId>,
    span: Span,
}

impl Evaluator {
    /// Evaluates an operator with one operand. `result_type` checks the operand and returns the result type.
    pub(super) fn unary(
        &mut self,
        tree: &tree::BangExpr,
        result_type: fn(&mut Evaluator, &UnaryOperand) -> Eval<TypeId>,
    ) -> Eval<ValueId> {
        let written = self.written_type(tree)?.zip(tree.ty.map(|ty| ty.span));
        let operand = self.operand_tree(tree, 0);
        let value = self.expr(&operand, None, Mode::Value)?;
        let ty = self.heap.type_of(value);
        let operand = UnaryOperand { written, value, ty, span: operand.span };
        let result = result_type(self, &operand)?;
        self.fold_op(Op::Bang(tree.op), result, &[value], false)
    }

    pub(super) fn cast_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        Ok(operand.written.expect("the parser asks for the type").0)
    }

    pub(super) fn size_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        let is_list = self.list_element(operand).is_some();
        if !is_list && !matches!(operand.ty, Some(TypeId::STRING | TypeId::DAG)) {
            let message = "expected string, list, or dag type argument in unary operator";
            return Err(self.operand_error(Code::OperandType, operand, message));
        }
        Ok(TypeId::INT)
    }

    pub(super) fn getdagop_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        let Some((ty, span)) = operand.written else { return Ok(TypeId::ANY_RECORD) };
        if self.heap.store.types.is_record(ty) {
            return Ok(ty);
        }
        // The error is printed at the token after the closing angle bracket.
        let closing = self.heap.after(span);
        let at = self.heap.after(Span::new(closing, closing.offset(1)));
        let message = "type for !getdagop must be a record type";
        let error = self.reports.begin_error(Code::OperandType, span, message);
        Err(error.printed_at(at).into())
    }

    pub(super) fn getdagopname_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        if operand.ty != Some(TypeId::DAG) {
            let message = "expected dag type argument in unary operator";
            return Err(self.operand_error(Code::OperandType, operand, message));
        }
        Ok(TypeId::STRING)
    }

    pub(super) fn flatten_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        let element = self.element_type(operand)?;
        let is_nested = self.heap.store.types.element(element).is_some();
        Ok(if is_nested { element } else { self.heap.store.types.list(element) })
    }

    pub(super) fn tail_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        let element = self.head_type(operand)?;
        Ok(self.heap.store.types.list(element))
    }

    pub(super) fn head_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        let element = self.element_type(operand)?;
        let Value::List(list) = self.heap.store.value(operand.value) else { return Ok(element) };
        let Some(&first) = list.elements.first() else {
            let message = "empty list argument in unary operator";
            return Err(self.operand_error(Code::EmptyList, operand, message));
        };
        self.heap.type_of(first).ok_or_else(|| {
            let message = "untyped list element in unary operator";
            self.operand_error(Code::UntypedValue, operand, message)
        })
    }

    fn list_element(&self, operand: &UnaryOperand) -> Option<TypeId> {
        operand.ty.and_then(|ty| self.heap.store.types.element(ty))
    }

    fn element_type(&mut self, operand: &UnaryOperand) -> Eval<TypeId> {
        self.list_element(operand).ok_or_else(|| {
            let message = "expected list type argument in unary operator";
            self.operand_error(Code::OperandType, operand, message)
        })
    }

    /// Reports an error at the operand. The printed position is the token after it.
    fn operand_error(&mut self, code: Code, operand: &UnaryOperand, message: &str) -> Reported {
        let at = self.heap.after(operand.span);
        let error = self.reports.begin_error(code, operand.span, message);
        error.printed_at(at).into()
    }
}
