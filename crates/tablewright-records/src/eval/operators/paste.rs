//! `left # right` (ProgRef, "The paste operator").

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

impl Evaluator {
    pub(crate) fn paste_expr(
        &mut self,
        paste: &tree::PasteExpr,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        let left = self.expr(&paste.left, want, mode)?;
        let Some(ty) = self.heap.type_of(left) else {
            let (at, message) = (paste.operator, "LHS of paste is not typed!");
            let error = self.reports.begin_error(Code::PasteOperand, at, message);
            return Err(error.label(paste.left.span, "this is '?'").into());
        };
        if self.heap.store.types.element(ty).is_some() {
            let Some(right) = &paste.right else { return Ok(left) };
            let right = self.expr(right, want, Mode::Value)?;
            return self.concat_lists(left, ty, right);
        }
        let left = self.as_string(left)?;
        let right = match &paste.right {
            None => self.heap.store.values.string(self.heap.well_known.empty),
            Some(right) => {
                let right_span = right.span;
                let right = self.expr(right, None, Mode::Name)?;
                if right == ValueId::UNSET {
                    let (at, message) = (paste.operator, "RHS of paste is not typed!");
                    let error = self.reports.begin_error(Code::PasteOperand, at, message);
                    return Err(error.label(right_span, "this is '?'").into());
                }
                self.as_string(right)?
            }
        };
        self.concat_strings(left, right)
    }

    fn as_string(&mut self, value: ValueId) -> Eval<ValueId> {
        if self.heap.type_of(value) == Some(TypeId::STRING) {
            return Ok(value);
        }
        self.fold_op(Op::Bang(BangOp::Cast), TypeId::STRING, &[value], false)
    }
}
