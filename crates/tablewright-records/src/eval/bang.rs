//! Bang operators: which check suits which, those with many operands, and those that bind names.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, Expr};

use super::scope::Scope;
use super::value::Mode;
use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

/// The types at work while the operands of an operator are looked at one by one.
struct Operands {
    op: BangOp,
    /// Where the operator stands.
    pos: Pos,
    want: Option<TypeId>,
    /// What the next operand is to be, where that is known.
    expected: Option<TypeId>,
    values: Vec<ValueId>,
}

impl Evaluator {
    pub(crate) fn bang_expr(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        match tree.op {
            BangOp::Cast
            | BangOp::Empty
            | BangOp::GetDagOp
            | BangOp::GetDagOpName
            | BangOp::Head
            | BangOp::Initialized
            | BangOp::ListFlatten
            | BangOp::LogTwo
            | BangOp::Not
            | BangOp::Repr
            | BangOp::Size
            | BangOp::Tail
            | BangOp::ToLower
            | BangOp::ToUpper => self.unary(tree),
            BangOp::IsA => self.isa_expr(tree),
            BangOp::Exists => self.exists_expr(tree),
            BangOp::Instances => self.instances_expr(tree, span),
            BangOp::Range => self.range_expr(tree, span),
            BangOp::Substr | BangOp::Find => self.substr_or_find(tree, span, want),
            BangOp::Dag | BangOp::If | BangOp::Subst | BangOp::SetDagArg | BangOp::SetDagName => {
                self.ternary(tree, span, want)
            }
            BangOp::Add
            | BangOp::And
            | BangOp::Con
            | BangOp::Div
            | BangOp::Eq
            | BangOp::Ge
            | BangOp::GetDagArg
            | BangOp::GetDagName
            | BangOp::Gt
            | BangOp::Interleave
            | BangOp::Le
            | BangOp::ListConcat
            | BangOp::ListRemove
            | BangOp::ListSplat
            | BangOp::Lt
            | BangOp::Match
            | BangOp::Mul
            | BangOp::Ne
            | BangOp::Or
            | BangOp::SetDagOp
            | BangOp::SetDagOpName
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::StrConcat
            | BangOp::Sub
            | BangOp::Xor => self.binary(tree, span, want),
        }
    }

    /// Operators with two operands, or, where they are associative, more.
    fn binary(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let op = tree.op;
        let written = self.written_type(tree)?;
        let (result, expected) = binary_types(op, written, want);
        if let Some(result) = result {
            self.check_wanted(span.lo, result, want)?;
        }
        let values = Vec::with_capacity(tree.args.len());
        let mut operands = Operands { op, pos: span.lo, want, expected, values };
        for operand in tree.args {
            self.binary_operand(&mut operands, operand)?;
        }
        let Operands { expected, mut values, .. } = operands;
        let result = match op {
            BangOp::ListConcat | BangOp::ListRemove => expected.expect("an operand gave the type"),
            BangOp::ListSplat => {
                let ty = self.type_of(values[0]).expect("operands are typed");
                self.store.types.list(ty)
            }
            _ => result.expect("the other operators know their type"),
        };
        // More than two operands are a shorthand for nesting to the right.
        while values.len() > 2 {
            let right = values.pop().expect("there are more than two");
            let left = values.pop().expect("there are more than two");
            values.push(self.fold_op(Op::Bang(op), result, &[left, right], false)?);
        }
        if values.len() != 2 {
            return Err(self.error(span.lo, "expected two operands to operator"));
        }
        self.fold_op(Op::Bang(op), result, &values, false)
    }

    fn binary_operand(&mut self, operands: &mut Operands, operand: &Expr<'_>) -> Eval<()> {
        let pos = operand.span.lo;
        let value = self.expr(operand, operands.expected, Mode::Value)?;
        operands.values.push(value);
        let Some(ty) = self.type_of(value) else {
            let op = operands.op;
            if op == BangOp::SetDagOpName && operands.values.len() == 2 {
                return Ok(());
            }
            let message = "expected value to be a typed value, got '?'";
            return Err(self.error(operands.pos, message));
        };
        match operands.expected {
            None => self.untyped_operand(operands, ty, pos)?,
            Some(expected) => match self.common_type(expected, ty) {
                None => return Err(self.expected_type(pos, expected, ty)),
                Some(common) if !is_arithmetic(operands.op) => operands.expected = Some(common),
                Some(_) => {}
            },
        }
        // What follows the first operand of these is of another kind.
        match operands.op {
            BangOp::SetDagOp => operands.expected = Some(TypeId::ANY_RECORD),
            BangOp::GetDagArg => operands.expected = None,
            BangOp::GetDagName => operands.expected = Some(TypeId::INT),
            BangOp::SetDagOpName => operands.expected = Some(TypeId::STRING),
            _ => {}
        }
        Ok(())
    }

    /// Checks an operand whose type was not known beforehand, and takes it as that of the next.
    fn untyped_operand(&mut self, operands: &mut Operands, ty: TypeId, pos: Pos) -> Eval<()> {
        let is_list = self.store.types.element(ty).is_some();
        let converts = |this: &Evaluator, to| this.store.is_convertible(ty, to);
        let text = self.store.type_text(ty);
        operands.expected = Some(ty);
        let fault = match operands.op {
            BangOp::ListConcat | BangOp::ListRemove if !is_list => {
                format!("expected a list, got value of type '{text}'")
            }
            BangOp::ListSplat => return self.splat_operand(operands, ty, pos),
            BangOp::Interleave => return self.interleave_operand(operands, ty, pos),
            BangOp::Eq | BangOp::Ne
                if !converts(self, TypeId::INT)
                    && ty != TypeId::STRING
                    && !self.store.types.is_record(ty) =>
            {
                format!("expected bit, bits, int, string, or record; got value of type '{text}'")
            }
            BangOp::GetDagArg | BangOp::Le | BangOp::Lt | BangOp::Ge | BangOp::Gt
                if !converts(self, TypeId::INT) && ty != TypeId::STRING =>
            {
                format!("expected bit, bits, int, or string; got value of type '{text}'")
            }
            _ => return Ok(()),
        };
        Err(self.error(pos, fault))
    }

    fn splat_operand(&mut self, operands: &mut Operands, ty: TypeId, pos: Pos) -> Eval<()> {
        operands.expected = None;
        let is_first = operands.values.len() == 1;
        if !is_first && ty != TypeId::INT {
            let ty = self.store.type_text(ty);
            let message =
                format!("expected second parameter to be an int, got value of type '{ty}'");
            return Err(self.error(pos, message));
        }
        let (true, Some(want)) = (is_first, operands.want) else { return Ok(()) };
        let Some(element) = self.store.types.element(want) else {
            let want = self.store.type_text(want);
            let message = format!("expected output type to be a list, got type '{want}'");
            return Err(self.error(operands.pos, message));
        };
        if !self.store.is_convertible(ty, element) {
            let message = format!(
                "expected first arg type to be '{}', got value of type '{}'",
                self.store.type_text(ty),
                self.store.type_text(element)
            );
            return Err(self.error(operands.pos, message));
        }
        Ok(())
    }

    fn interleave_operand(&mut self, operands: &mut Operands, ty: TypeId, pos: Pos) -> Eval<()> {
        operands.expected = None;
        let text = self.store.type_text(ty);
        let fault = match operands.values.len() {
            1 => {
                let suits = match self.store.types.element(ty) {
                    Some(element) => {
                        element == TypeId::STRING || self.store.is_convertible(element, TypeId::INT)
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
        match fault {
            Some(fault) => Err(self.error(pos, fault)),
            None => Ok(()),
        }
    }

    /// Reports that `what` cannot be called `name`, at the place that `at` gives.
    fn check_iteration_name(
        &mut self,
        name: tree::Ident,
        what: &str,
        at: impl FnOnce(&Evaluator) -> Pos,
    ) -> Eval<()> {
        let name = self.symbol(name.name);
        if !self.is_iteration_name_taken(name) {
            return Ok(());
        }
        let (before, after) = what.split_once("{}").unwrap_or((what, ""));
        let message = format!("{before}'\"{}\"'{after}", self.str(name));
        let pos = at(self);
        Err(self.error(pos, message))
    }

    fn variable(&mut self, name: Symbol, ty: TypeId) -> Option<(Symbol, ValueId)> {
        Some((name, self.store.values.var(name, ty)))
    }

    /// `!foreach` and `!filter`
    pub(crate) fn comprehension_expr(
        &mut self,
        tree: &tree::ComprehensionExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let name = tree.var;
        self.check_iteration_name(name, "iteration variable {} is already defined", |this| {
            this.after(name.span)
        })?;
        let sequence = self.expr(&tree.sequence, None, Mode::Value)?;
        let body_pos = tree.body.span.lo;
        let Some(ty) = self.type_of(sequence) else {
            let message = "could not get type of !foreach/!filter list or dag";
            return Err(self.error(body_pos, message));
        };
        let is_dag = ty == TypeId::DAG;
        let element = match self.sequence_element(ty) {
            Some(element) if !(is_dag && tree.is_filter) => element,
            _ => {
                let message = match tree.is_filter {
                    true => "!filter must have a list argument",
                    false => "!foreach must have a list or dag argument",
                };
                return Err(self.error(body_pos, message));
            }
        };
        let body_want = self.body_type(tree.is_filter, is_dag, span, want)?;
        let scope = Scope::iteration([self.variable(self.symbol(name.name), element), None]);
        let body = self.in_scope(scope, |this| this.expr(&tree.body, body_want, Mode::Value))?;
        let result = if tree.is_filter {
            self.store.types.list(element)
        } else if is_dag {
            TypeId::DAG
        } else {
            match self.type_of(body) {
                Some(ty) => self.store.types.list(ty),
                None => {
                    let at = self.after(span);
                    let message = "could not get type of !foreach result expression";
                    return Err(self.error(at, message));
                }
            }
        };
        let op = if tree.is_filter { Op::Filter } else { Op::Foreach };
        let variable = self.store.values.string(self.symbol(name.name));
        self.fold_op(op, result, &[variable, sequence, body], false)
    }

    /// The type asked of the body of `!foreach` or `!filter`.
    fn body_type(
        &mut self,
        is_filter: bool,
        is_dag: bool,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<Option<TypeId>> {
        let Some(want) = want else { return Ok(None) };
        let kind = match (is_dag, self.store.types.element(want)) {
            (false, Some(element)) => {
                return Ok(Some(if is_filter { TypeId::INT } else { element }));
            }
            (true, _) if want == TypeId::DAG => return Ok(None),
            (true, _) => "dag",
            (false, None) => "list",
        };
        let want = self.store.type_text(want);
        let message = format!("expected value of type '{want}', but got {kind} type");
        Err(self.error(span.lo, message))
    }

    /// `!foldl`
    pub(crate) fn foldl_expr(&mut self, tree: &tree::FoldlExpr<'_>) -> Eval<ValueId> {
        let start = self.expr(&tree.start, None, Mode::Value)?;
        let Some(start_type) = self.type_of(start) else {
            let at = self.after(tree.start.span);
            return Err(self.error(at, "could not get type of !foldl start: '?'"));
        };
        let list = self.expr(&tree.list, None, Mode::Value)?;
        let list_at = self.after(tree.list.span);
        let Some(list_type) = self.type_of(list) else {
            return Err(self.error(list_at, "could not get type of !foldl list: '?'"));
        };
        let Some(element) = self.store.types.element(list_type) else {
            let ty = self.store.type_text(list_type);
            let message = format!("!foldl list must be a list, but is of type '{ty}");
            return Err(self.error(list_at, message));
        };
        for (name, what) in [
            (tree.accumulator, "left !foldl variable {} already defined"),
            (tree.item, "right !foldl variable {} already defined"),
        ] {
            self.check_iteration_name(name, what, |_| name.span.lo)?;
        }
        let accumulator = self.symbol(tree.accumulator.name);
        let item = self.symbol(tree.item.name);
        let variables = [self.variable(accumulator, start_type), self.variable(item, element)];
        let scope = Scope::iteration(variables);
        let body = self.in_scope(scope, |this| this.expr(&tree.body, None, Mode::Value))?;
        let body_at = self.after(tree.body.span);
        match self.type_of(body) {
            None => {
                return Err(self.error(body_at, "could not get type of !foldl expression"));
            }
            Some(ty) if ty != start_type => {
                let message = format!(
                    "!foldl expression must be of same type as start ({}), but is of type {}",
                    self.store.type_text(start_type),
                    self.store.type_text(ty)
                );
                return Err(self.error(body_at, message));
            }
            Some(_) => {}
        }
        let accumulator = self.store.values.string(accumulator);
        let item = self.store.values.string(item);
        let operands = [start, list, accumulator, item, body];
        self.fold_op(Op::Foldl, start_type, &operands, false)
    }
}

/// The type of the result, and of the first operand, where they are known beforehand.
fn binary_types(
    op: BangOp,
    written: Option<TypeId>,
    want: Option<TypeId>,
) -> (Option<TypeId>, Option<TypeId>) {
    let (bit, int) = (Some(TypeId::BIT), Some(TypeId::INT));
    let (string, dag) = (Some(TypeId::STRING), Some(TypeId::DAG));
    match op {
        BangOp::Con | BangOp::SetDagOp | BangOp::SetDagOpName => (dag, dag),
        BangOp::GetDagArg => (written, dag),
        BangOp::GetDagName => (string, dag),
        BangOp::Eq | BangOp::Ne | BangOp::Le | BangOp::Lt | BangOp::Ge | BangOp::Gt => (bit, None),
        BangOp::ListConcat | BangOp::ListRemove => (None, want),
        BangOp::ListSplat => (None, None),
        BangOp::StrConcat => (string, string),
        BangOp::Interleave => (string, None),
        BangOp::Match => (bit, string),
        _ => (int, int),
    }
}

fn is_arithmetic(op: BangOp) -> bool {
    matches!(
        op,
        BangOp::Add
            | BangOp::Sub
            | BangOp::Mul
            | BangOp::Div
            | BangOp::And
            | BangOp::Or
            | BangOp::Xor
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::Shl
    )
}
