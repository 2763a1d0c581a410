//! `!if` and `!cond`.

use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

impl Evaluator {
    pub(super) fn if_type(
        &mut self,
        then: Option<TypeId>,
        otherwise: Option<TypeId>,
        end: Pos,
    ) -> Eval<TypeId> {
        // A `?` has no type and takes that of the other branch.
        let (Some(a), Some(b)) = (then.or(otherwise), otherwise.or(then)) else {
            return Err(self.reports.error(end, "could not get type for !if"));
        };
        self.heap.common_type(a, b).ok_or_else(|| self.inconsistent_types(a, b, "!if", end))
    }

    /// `!cond`
    pub(crate) fn cond_expr(
        &mut self,
        tree: &tree::CondExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let mut operands = Vec::with_capacity(tree.cases.len() * 2);
        for (condition, value) in tree.cases {
            operands.push(self.expr(condition, None, Mode::Value)?);
            operands.push(self.expr(value, want, Mode::Value)?);
        }
        let end = self.heap.after(span);
        let values = operands.iter().copied().skip(1).step_by(2);
        match self.heap.common_type_of(values) {
            Ok(Some(ty)) => self.fold_op(Op::Cond, ty, &operands, false),
            Ok(None) => {
                let message = "could not determine type for !cond from its arguments";
                Err(self.reports.error(end, message))
            }
            Err((a, b)) => Err(self.inconsistent_types(a, b, "!cond", end)),
        }
    }

    pub(super) fn fold_cond(&mut self, ty: TypeId, args: &[ValueId]) -> Eval<Option<ValueId>> {
        for case in args.chunks_exact(2) {
            match self.heap.to_int(case[0]) {
                None => return Ok(None),
                Some(0) => {}
                Some(_) => return Ok(self.heap.convert(case[1], ty)),
            }
        }
        let name = match self.construction.last() {
            Some(prototype) => self.heap.store.unquoted_text(prototype.name),
            None => String::new(),
        };
        let mut message = format!("{name} does not have any true condition in:");
        let cond = self.heap.store.values.op(Op::Cond, ty, args);
        self.heap.store.write_value(&mut message, cond);
        Err(self.error_here(message))
    }
}
