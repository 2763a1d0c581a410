//! Operand types of operators with two operands, or more if they are associative.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree::{self, Expr};

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

/// The operands and types of an operator during evaluation.
struct BinaryOperands {
    op: BangOp,
    /// Span of the operator with its operands.
    span: Span,
    want: Option<TypeId>,
    /// Expected type of the next operand, if known.
    expected: Option<TypeId>,
    values: Vec<ValueId>,
}

/// Operators whose second operand has another type than the first, with this type.
const OTHER_SECOND_TYPE: [(BangOp, Option<TypeId>); 4] = [
    (BangOp::SetDagOp, Some(TypeId::ANY_RECORD)),
    (BangOp::GetDagArg, None),
    (BangOp::GetDagName, Some(TypeId::INT)),
    (BangOp::SetDagOpName, Some(TypeId::STRING)),
];

/// An operator's result type.
pub(super) enum ResultType {
    /// This type.
    Is(TypeId),
    /// The type in angle brackets.
    Written,
    /// The operands' common type.
    OfOperands,
    /// A list whose elements have the first operand's type.
    ListOfFirst,
}

impl Evaluator {
    /// Evaluates an operator with two operands, or more if it is associative. `expected` is the type of the first
    /// operand.
    pub(super) fn binary(
        &mut self,
        tree: &tree::BangExpr,
        span: Span,
        want: Option<TypeId>,
        result: ResultType,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        let op = tree.op;
        let written = self.written_type(tree)?;
        let known = match result {
            ResultType::Is(ty) => Some(ty),
            ResultType::Written => written,
            ResultType::OfOperands | ResultType::ListOfFirst => None,
        };
        if let Some(known) = known {
            self.check_wanted(span, known, want)?;
        }
        let values = Vec::with_capacity(tree.args.len());
        let mut operands = BinaryOperands { op, span, want, expected, values };
        for operand in tree.args {
            let operand = self.node(operand);
            self.binary_operand(&mut operands, &operand)?;
        }
        let BinaryOperands { expected, mut values, .. } = operands;
        let result = match result {
            ResultType::Is(ty) => ty,
            ResultType::Written => written.expect("the parser asks for the type"),
            ResultType::OfOperands => expected.expect("an operand gave the type"),
            ResultType::ListOfFirst => {
                let ty = self.heap.type_of(values[0]).expect("operands are typed");
                self.heap.store.types.list(ty)
            }
        };
        // An operator with more than two operands is nested to the right.
        while values.len() > 2 {
            let right = values.pop().expect("there are more than two");
            let left = values.pop().expect("there are more than two");
            values.push(self.fold_op(Op::Bang(op), result, &[left, right], false)?);
        }
        if values.len() != 2 {
            let message = "expected two operands to operator";
            return Err(self.reports.error(Code::OperandCount, span, message));
        }
        self.fold_op(Op::Bang(op), result, &values, false)
    }

    fn binary_operand(&mut self, operands: &mut BinaryOperands, operand: &Expr) -> Eval<()> {
        let span = operand.span;
        let value = self.expr(operand, operands.expected, Mode::Value)?;
        operands.values.push(value);
        let Some(ty) = self.heap.type_of(value) else {
            // `?` as the new name of a dag operator removes the name.
            let op = operands.op;
            if op == BangOp::SetDagOpName && operands.values.len() == 2 {
                return Ok(());
            }
            let message = "expected value to be a typed value, got '?'";
            let error = self.reports.begin_error(Code::UntypedValue, span, message);
            return Err(error.printed_at(operands.span.lo).into());
        };
        match operands.expected {
            None => self.untyped_operand(operands, ty, span)?,
            Some(expected) => match self.heap.common_type(expected, ty) {
                None => return Err(self.expected_type(span, expected, ty)),
                // Operands of arithmetic only need to convert to `int`. The next operand need not be a `bit` because
                // this one is.
                Some(common) if operands.op.arithmetic().is_none() => {
                    operands.expected = Some(common)
                }
                Some(_) => {}
            },
        }
        if let Some((_, second)) = OTHER_SECOND_TYPE.iter().find(|(op, _)| *op == operands.op) {
            operands.expected = *second;
        }
        Ok(())
    }

    /// Checks an operand whose type was not known before, and expects its type for the next operand.
    fn untyped_operand(
        &mut self,
        operands: &mut BinaryOperands,
        ty: TypeId,
        span: Span,
    ) -> Eval<()> {
        let is_list = self.heap.store.types.element(ty).is_some();
        let converts = |this: &Evaluator, to| this.heap.store.is_convertible(ty, to);
        let text = self.heap.store.type_text(ty);
        operands.expected = Some(ty);
        let op = operands.op;
        if op == BangOp::ListSplat {
            return self.splat_operand(operands, ty, span);
        }
        if op == BangOp::Interleave {
            return self.interleave_operand(operands, ty, span);
        }
        let takes_lists = matches!(op, BangOp::ListConcat | BangOp::ListRemove);
        let is_equality = matches!(op, BangOp::Eq | BangOp::Ne);
        // The key of `!getdagarg` is a number or a name.
        let is_ordered = op == BangOp::GetDagArg || op.comparison().is_some() && !is_equality;
        let is_text = ty == TypeId::STRING || converts(self, TypeId::INT);
        let is_record = self.heap.store.types.is_record(ty);
        let message = if takes_lists && !is_list {
            format!("expected a list, got value of type '{text}'")
        } else if is_equality && !is_text && !is_record {
            format!("expected bit, bits, int, string, or record; got value of type '{text}'")
        } else if is_ordered && !is_text {
            format!("expected bit, bits, int, or string; got value of type '{text}'")
        } else {
            return Ok(());
        };
        Err(self.reports.error(Code::OperandType, span, message))
    }

    fn splat_operand(&mut self, operands: &mut BinaryOperands, ty: TypeId, span: Span) -> Eval<()> {
        operands.expected = None;
        let is_first = operands.values.len() == 1;
        if !is_first && ty != TypeId::INT {
            let ty = self.heap.store.type_text(ty);
            let message =
                format!("expected second parameter to be an int, got value of type '{ty}'");
            return Err(self.reports.error(Code::OperandType, span, message));
        }
        let (true, Some(want)) = (is_first, operands.want) else { return Ok(()) };
        let Some(element) = self.heap.store.types.element(want) else {
            let want = self.heap.store.type_text(want);
            let message = format!("expected output type to be a list, got type '{want}'");
            return Err(self.reports.error(Code::UnexpectedType, operands.span, message));
        };
        if !self.heap.store.is_convertible(ty, element) {
            // The reference prints the types in this order, with the actual type as the expected type.
            let message = format!(
                "expected first arg type to be '{}', got value of type '{}'",
                self.heap.store.type_text(ty),
                self.heap.store.type_text(element)
            );
            let error = self.reports.begin_error(Code::UnexpectedType, span, message);
            return Err(error.printed_at(operands.span.lo).into());
        }
        Ok(())
    }

    fn interleave_operand(
        &mut self,
        operands: &mut BinaryOperands,
        ty: TypeId,
        span: Span,
    ) -> Eval<()> {
        operands.expected = None;
        let text = self.heap.store.type_text(ty);
        let message = match operands.values.len() {
            1 => {
                let suits = match self.heap.store.types.element(ty) {
                    Some(element) => {
                        element == TypeId::STRING
                            || self.heap.store.is_convertible(element, TypeId::INT)
                    }
                    None => false,
                };
                (!suits).then(|| {
                    format!(
                        "expected list of string, int, bits, or bit; got value of type '{text}'"
                    )
                })
            }
            2 if ty != TypeId::STRING => {
                Some(format!("expected second argument to be a string, got value of type '{text}'"))
            }
            _ => None,
        };
        match message {
            Some(message) => Err(self.reports.error(Code::OperandType, span, message)),
            None => Ok(()),
        }
    }
}
