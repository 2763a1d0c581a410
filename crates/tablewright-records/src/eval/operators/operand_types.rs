//! Checks of operand types, shared by several operators.

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree;

use crate::eval::operators::condition::Branches;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::ValueId;

impl Evaluator {
    /// Checks that an operator's result type converts to the wanted type.
    pub(super) fn check_wanted(
        &mut self,
        span: impl Into<Span>,
        ty: TypeId,
        want: Option<TypeId>,
    ) -> Eval<()> {
        match want {
            Some(want) if !self.heap.store.is_convertible(ty, want) => {
                Err(self.expected_type(span, want, ty))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn expected_type(
        &mut self,
        span: impl Into<Span>,
        want: TypeId,
        found: TypeId,
    ) -> Reported {
        let message = format!(
            "expected value of type '{}', got '{}'",
            self.heap.store.type_text(want),
            self.heap.store.type_text(found)
        );
        self.reports.error(Code::UnexpectedType, span, message)
    }

    /// Returns the type of an operand that must have a type. An error is reported at the operator.
    pub(super) fn operand_type(
        &mut self,
        value: ValueId,
        operand: Span,
        operator: Pos,
    ) -> Eval<TypeId> {
        match self.heap.type_of(value) {
            Some(ty) => Ok(ty),
            None => {
                let message = "expected value to be a typed value, got '?'";
                let error = self.reports.begin_error(Code::UntypedValue, operand, message);
                Err(error.printed_at(operator).into())
            }
        }
    }

    /// Returns the type in angle brackets.
    pub(super) fn written_type(&mut self, tree: &tree::BangExpr) -> Eval<Option<TypeId>> {
        let Some(ty) = &tree.ty else { return Ok(None) };
        if let tree::TypeSyntax::Code = ty.kind {
            let message = "the 'code' type is not allowed in bang operators; use 'string'";
            self.reports.error(Code::CodeType, ty.span, message);
        }
        Ok(Some(self.ty(ty)?))
    }

    pub(super) fn inconsistent_types(
        &mut self,
        types: [TypeId; 2],
        what: &str,
        at: Branches,
    ) -> Reported {
        let [first, second] = types.map(|ty| self.heap.store.type_text(ty));
        let message = format!("inconsistent types '{first}' and '{second}' {what}");
        let end = self.heap.after(at.span);
        let labels = [first, second].map(|ty| format!("of type '{ty}'"));
        let error = self.reports.begin_error(Code::InconsistentTypes, at.span, message);
        error.printed_at(end);
        for (branch, label) in at.branches.into_iter().zip(labels) {
            error.label(branch, label);
        }
        Reported
    }
}
