//! `!if`, `!cond` and `!switch`.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

/// Spans of an operator and of two values in it with inconsistent types.
pub(super) struct Branches {
    pub(super) span: Span,
    pub(super) branches: [Span; 2],
}

/// A key or value in a `!switch`, with its position.
struct SwitchValue {
    value: ValueId,
    span: Span,
}

impl Evaluator {
    /// Evaluates `!cond`.
    pub(crate) fn cond_expr(
        &mut self,
        tree: &tree::CondExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let mut operands = Vec::with_capacity(tree.cases.len() * 2);
        for case in tree.cases {
            let case = self.node(case);
            operands.push(self.expr(&case.when, None, Mode::Value)?);
            operands.push(self.expr(&case.value, want, Mode::Value)?);
        }
        let end = self.heap.after(span);
        let values = operands.iter().copied().skip(1).step_by(2);
        match self.heap.common_type_of(values) {
            Ok(Some(ty)) => self.fold_op(Op::Cond, ty, &operands, false),
            Ok(None) => {
                let message = "could not determine type for !cond from its arguments";
                let error = self.reports.begin_error(Code::UntypedValue, span, message);
                Err(error.printed_at(end).into())
            }
            Err(types) => {
                let values = || tree.cases.iter().zip(operands.iter().skip(1).step_by(2));
                let mut of_type = |ty| {
                    let branch = values().find(|(_, value)| self.heap.type_of(**value) == Some(ty));
                    branch.map_or(span, |(case, _)| self.node(case).value.span)
                };
                let branches = types.map(&mut of_type);
                Err(self.inconsistent_types(types, "for !cond", Branches { span, branches }))
            }
        }
    }

    /// Evaluates `!switch(key, c: v, …, d)` as `!cond(!eq(key, c): v, …, true: d)`.
    pub(crate) fn switch_expr(
        &mut self,
        tree: &tree::SwitchExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let key = self.expr(&tree.key, None, Mode::Value)?;
        let mut keys = vec![SwitchValue { value: key, span: tree.key.span }];
        let mut values = Vec::with_capacity(tree.cases.len() + 1);
        for case in tree.cases {
            let tree::CondClause { when, value } = self.node(case);
            let case_key = self.expr(&when, None, Mode::Value)?;
            keys.push(SwitchValue { value: case_key, span: when.span });
            let case_value = self.expr(&value, want, Mode::Value)?;
            values.push(SwitchValue { value: case_value, span: value.span });
        }
        // The text after a value shows whether it is a case or the default, so the default is evaluated without an
        // expected type.
        let default = self.expr(&tree.default, None, Mode::Value)?;
        let default = want.and_then(|ty| self.heap.convert(default, ty)).unwrap_or(default);
        values.push(SwitchValue { value: default, span: tree.default.span });
        self.switch_type(&keys, "between !switch key and case keys", span)?;
        let Some(ty) = self.switch_type(&values, "for !switch values", span)? else {
            let end = self.heap.after(span);
            let message = "could not determine type for !switch from its arguments";
            let error = self.reports.begin_error(Code::UntypedValue, span, message);
            return Err(error.printed_at(end).into());
        };
        let mut operands = Vec::with_capacity(values.len() * 2);
        for (case, result) in keys[1..].iter().zip(&values) {
            let equal = Op::Bang(BangOp::Eq);
            operands.push(self.fold_op(equal, TypeId::BIT, &[key, case.value], false)?);
            operands.push(result.value);
        }
        operands.extend([ValueId::TRUE, default]);
        self.fold_op(Op::Cond, ty, &operands, false)
    }

    /// Returns the common type of values in a `!switch`. `None` if no value has a type.
    fn switch_type(
        &mut self,
        values: &[SwitchValue],
        what: &str,
        span: Span,
    ) -> Eval<Option<TypeId>> {
        let types = match self.heap.common_type_of(values.iter().map(|own| own.value)) {
            Ok(ty) => return Ok(ty),
            Err(types) => types,
        };
        let of_type = |ty| {
            let branch = values.iter().find(|own| self.heap.type_of(own.value) == Some(ty));
            branch.map_or(span, |own| own.span)
        };
        let branches = Branches { span, branches: types.map(of_type) };
        Err(self.inconsistent_types(types, what, branches))
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
        Err(self.error_here(Code::NoTrueCondition, message))
    }
}
