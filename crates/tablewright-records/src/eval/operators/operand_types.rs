//! Checks of operand types that several operators share.

use tablewright_syntax::source::Pos;
use tablewright_syntax::tree;

use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::ValueId;

impl Evaluator {
    /// Checks that the result type of an operator converts to the wanted type.
    pub(super) fn check_wanted(&mut self, pos: Pos, ty: TypeId, want: Option<TypeId>) -> Eval<()> {
        match want {
            Some(want) if !self.heap.store.is_convertible(ty, want) => {
                Err(self.expected_type(pos, want, ty))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn expected_type(&mut self, pos: Pos, want: TypeId, found: TypeId) -> Reported {
        let message = format!(
            "expected value of type '{}', got '{}'",
            self.heap.store.type_text(want),
            self.heap.store.type_text(found)
        );
        self.reports.error(pos, message)
    }

    /// The type of an operand that must have one; an error is placed at the operator.
    pub(super) fn operand_type(&mut self, value: ValueId, pos: Pos) -> Eval<TypeId> {
        match self.heap.type_of(value) {
            Some(ty) => Ok(ty),
            None => Err(self.reports.error(pos, "expected value to be a typed value, got '?'")),
        }
    }

    /// The type in angle brackets.
    pub(super) fn written_type(&mut self, tree: &tree::BangExpr<'_>) -> Eval<Option<TypeId>> {
        let Some(ty) = &tree.ty else { return Ok(None) };
        if let tree::TypeKind::Code = ty.kind {
            let message = "the 'code' type is not allowed in bang operators; use 'string'";
            self.reports.error(ty.span.lo, message);
        }
        Ok(Some(self.ty(ty)?))
    }

    pub(super) fn inconsistent_types(
        &mut self,
        a: TypeId,
        b: TypeId,
        op: &str,
        pos: Pos,
    ) -> Reported {
        let message = format!(
            "inconsistent types '{}' and '{}' for {op}",
            self.heap.store.type_text(a),
            self.heap.store.type_text(b)
        );
        self.reports.error(pos, message)
    }
}
