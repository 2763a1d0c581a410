//! Operand types of operators with three operands.

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::operators::condition::Branches;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

/// An operator's evaluated operands: their spans and types, and the second value.
pub(super) struct TernaryOperands {
    spans: [Span; 3],
    second: ValueId,
    second_type: Option<TypeId>,
    third_type: Option<TypeId>,
    /// Span of the operator with its operands.
    span: Span,
}

impl Evaluator {
    /// Evaluates an operator with three operands. The second and third have the expected type `want`. `result_type`
    /// checks the operands and returns the result type.
    pub(super) fn ternary(
        &mut self,
        tree: &tree::BangExpr,
        span: Span,
        want: Option<TypeId>,
        result_type: fn(&mut Evaluator, &TernaryOperands) -> Eval<TypeId>,
    ) -> Eval<ValueId> {
        let trees = [0, 1, 2].map(|index| self.operand_tree(tree, index));
        let first = self.expr(&trees[0], None, Mode::Value)?;
        let second = self.expr(&trees[1], want, Mode::Value)?;
        let third = self.expr(&trees[2], want, Mode::Value)?;
        let operands = TernaryOperands {
            spans: trees.map(|operand| operand.span),
            second,
            second_type: self.heap.type_of(second),
            third_type: self.heap.type_of(third),
            span,
        };
        let result = result_type(self, &operands)?;
        self.fold_op(Op::Bang(tree.op), result, &[first, second, third], false)
    }

    pub(super) fn if_type(&mut self, operands: &TernaryOperands) -> Eval<TypeId> {
        let (then, otherwise) = (operands.second_type, operands.third_type);
        // A `?` is untyped, so the other branch determines the type.
        let (Some(a), Some(b)) = (then.or(otherwise), otherwise.or(then)) else {
            let message = "could not get type for !if";
            return Err(self.untyped_ternary(operands, operands.span, message));
        };
        let branches = [operands.spans[1], operands.spans[2]];
        let branches = Branches { span: operands.span, branches };
        let common = self.heap.common_type(a, b);
        common.ok_or_else(|| self.inconsistent_types([a, b], "for !if", branches))
    }

    pub(super) fn subst_type(&mut self, operands: &TernaryOperands) -> Eval<TypeId> {
        operands.third_type.ok_or_else(|| {
            let message = "could not get type for !subst";
            self.untyped_ternary(operands, operands.spans[2], message)
        })
    }

    /// Reports an operand without a type, at the token after the operator.
    fn untyped_ternary(
        &mut self,
        operands: &TernaryOperands,
        span: Span,
        message: &str,
    ) -> Reported {
        let end = self.heap.after(operands.span);
        self.reports.begin_error(Code::UntypedValue, span, message).printed_at(end).into()
    }

    pub(super) fn dag_type(&mut self, operands: &TernaryOperands) -> Eval<TypeId> {
        let [_, children_span, names_span] = operands.spans;
        let (children, names) = (operands.second_type, operands.third_type);
        if let Some(ty) = children
            && self.heap.store.types.element(ty).is_none()
        {
            let ty = self.heap.store.type_text(ty);
            let message = format!("expected list of children, got type '{ty}'");
            return Err(self.reports.error(Code::OperandType, children_span, message));
        }
        if let Some(ty) = names
            && self.heap.store.types.element(ty) != Some(TypeId::STRING)
        {
            let ty = self.heap.store.type_text(ty);
            let message = format!("expected list<string>, got type '{ty}'");
            return Err(self.reports.error(Code::OperandType, names_span, message));
        }
        if children.is_none() && names.is_none() {
            let message = "cannot have both unset children and unset names in !dag";
            return Err(self.reports.error(Code::UntypedValue, children_span, message));
        }
        Ok(TypeId::DAG)
    }

    pub(super) fn setdagarg_type(&mut self, operands: &TernaryOperands) -> Eval<TypeId> {
        self.check_dag_key(operands.spans[1], operands.second)?;
        Ok(TypeId::DAG)
    }

    pub(super) fn setdagname_type(&mut self, operands: &TernaryOperands) -> Eval<TypeId> {
        self.check_dag_key(operands.spans[1], operands.second)?;
        if let Some(name_type) = operands.third_type.filter(|&ty| ty != TypeId::STRING) {
            let actual = self.heap.store.type_text(name_type);
            let message = format!("expected string or unset name, got type '{actual}'");
            return Err(self.reports.error(Code::OperandType, operands.spans[2], message));
        }
        Ok(TypeId::DAG)
    }
}
