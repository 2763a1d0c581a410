//! The operands of bang operators: how many, and of which types.
//!
//! What an operator computes once its operands are known is in [`super::fold`] and beside it.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree::{self, Expr};

use super::value::Mode;
use super::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::types::Type;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Checks that what an operator gives suits what is asked for.
    pub(crate) fn check_wanted(&mut self, pos: Pos, ty: TypeId, want: Option<TypeId>) -> Eval<()> {
        match want {
            Some(want) if !self.store.is_convertible(ty, want) => {
                Err(self.expected_type(pos, want, ty))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn expected_type(&mut self, pos: Pos, want: TypeId, found: TypeId) -> Reported {
        let message = format!(
            "expected value of type '{}', got '{}'",
            self.store.type_text(want),
            self.store.type_text(found)
        );
        self.error(pos, message)
    }

    /// The type of an operand that must have one; a fault is placed at the operator.
    fn operand_type(&mut self, value: ValueId, pos: Pos) -> Eval<TypeId> {
        match self.type_of(value) {
            Some(ty) => Ok(ty),
            None => Err(self.error(pos, "expected value to be a typed value, got '?'")),
        }
    }

    /// The type in angle brackets.
    pub(crate) fn written_type(&mut self, tree: &tree::BangExpr<'_>) -> Eval<Option<TypeId>> {
        let Some(ty) = &tree.ty else { return Ok(None) };
        if let tree::TypeKind::Code = ty.kind {
            let message = "the 'code' type is not allowed in bang operators; use 'string'";
            self.error(ty.span.lo, message);
        }
        Ok(Some(self.ty(ty)?))
    }

    /// Operators with one operand.
    pub(crate) fn unary(&mut self, tree: &tree::BangExpr<'_>) -> Eval<ValueId> {
        let op = tree.op;
        let written = self.written_type(tree)?;
        let operand = &tree.args[0];
        let value = self.expr(operand, None, Mode::Value)?;
        let at = self.after(operand.span);
        let ty = self.type_of(value);
        let list_element = ty.and_then(|ty| self.store.types.element(ty));
        let result = match op {
            BangOp::Cast => written.expect("the parser asks for the type"),
            BangOp::Repr | BangOp::ToLower | BangOp::ToUpper => TypeId::STRING,
            BangOp::Not | BangOp::LogTwo | BangOp::Initialized => TypeId::INT,
            BangOp::Size | BangOp::Empty => {
                if list_element.is_none() && !matches!(ty, Some(TypeId::STRING | TypeId::DAG)) {
                    let message = "expected string, list, or dag type argument in unary operator";
                    return Err(self.error(at, message));
                }
                TypeId::INT
            }
            BangOp::Head | BangOp::Tail => self.head_or_tail_type(op, value, at)?,
            BangOp::GetDagOp => {
                let ty = written.unwrap_or(TypeId::ANY_RECORD);
                if !self.store.types.is_record(ty) {
                    // The token after the closing angle bracket.
                    let closing = self.after(tree.ty.map_or(operand.span, |t| t.span));
                    let at = self.after(Span::new(closing, closing.offset(1)));
                    return Err(self.error(at, "type for !getdagop must be a record type"));
                }
                ty
            }
            BangOp::GetDagOpName => {
                if ty != Some(TypeId::DAG) {
                    return Err(self.error(at, "expected dag type argument in unary operator"));
                }
                TypeId::STRING
            }
            BangOp::ListFlatten => match list_element {
                Some(element) => match self.store.types.element(element) {
                    Some(_) => element,
                    None => ty.expect("a list has a type"),
                },
                None => {
                    return Err(self.error(at, "expected list type argument in unary operator"));
                }
            },
            _ => unreachable!("not an operator with one operand"),
        };
        self.fold_op(Op::Bang(op), result, &[value], false)
    }

    fn head_or_tail_type(&mut self, op: BangOp, list: ValueId, at: Pos) -> Eval<TypeId> {
        let ty = self.type_of(list);
        let Some(mut element) = ty.and_then(|ty| self.store.types.element(ty)) else {
            return Err(self.error(at, "expected list type argument in unary operator"));
        };
        if let Value::List(known) = self.store.value(list) {
            let Some(&first) = known.elements.first() else {
                return Err(self.error(at, "empty list argument in unary operator"));
            };
            let Some(ty) = self.type_of(first) else {
                return Err(self.error(at, "untyped list element in unary operator"));
            };
            element = ty;
        }
        Ok(if op == BangOp::Head { element } else { self.store.types.list(element) })
    }

    /// `!isa<type>(value)`
    pub(crate) fn isa_expr(&mut self, tree: &tree::BangExpr<'_>) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        let value = self.expr(&tree.args[0], None, Mode::Value)?;
        self.fold_op(Op::Bang(BangOp::IsA), ty, &[value], false)
    }

    /// `!exists<type>(name)`
    pub(crate) fn exists_expr(&mut self, tree: &tree::BangExpr<'_>) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        let name = &tree.args[0];
        let value = self.expr(name, None, Mode::Value)?;
        let found = self.type_of(value);
        if found == Some(TypeId::STRING) {
            return self.fold_op(Op::Bang(BangOp::Exists), ty, &[value], false);
        }
        let mut message = "expected string type argument in !exists operator".to_owned();
        if found.is_some_and(|ty| self.store.types.is_record(ty)) {
            message += ", please use !isa instead";
        }
        Err(self.error(name.span.lo, message))
    }

    /// `!instances<type>(regex)`
    pub(crate) fn instances_expr(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
    ) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        if !self.store.types.is_record(ty) {
            let ty = self.store.type_text(ty);
            return Err(self.error(span.lo, format!("expected class type, got '{ty}'")));
        }
        let pattern = match tree.args.first() {
            Some(pattern) => {
                let value = self.expr(pattern, Some(TypeId::STRING), Mode::Value)?;
                if self.type_of(value) != Some(TypeId::STRING) {
                    let message = "expected string type argument in !instances operator";
                    return Err(self.error(pattern.span.lo, message));
                }
                value
            }
            None => {
                let everything = self.intern(".*");
                self.store.values.string(everything)
            }
        };
        let list = self.store.types.list(ty);
        self.fold_op(Op::Bang(BangOp::Instances), list, &[pattern], false)
    }

    /// `!range` with one to three operands.
    pub(crate) fn range_expr(&mut self, tree: &tree::BangExpr<'_>, span: Span) -> Eval<ValueId> {
        let mut values = Vec::with_capacity(3);
        let mut first_is_list = false;
        for (i, operand) in tree.args.iter().enumerate() {
            let pos = operand.span.lo;
            let value = self.expr(operand, None, Mode::Value)?;
            let ty = self.operand_type(value, span.lo)?;
            let is_list = self.store.types.element(ty).is_some();
            let text = self.store.type_text(ty);
            if i > 0 && first_is_list {
                let message = format!("expected one list, got extra value of type '{text}'");
                return Err(self.error(pos, message));
            }
            if i == 0 && is_list {
                first_is_list = true;
            } else if ty != TypeId::INT {
                let message = match i {
                    0 => format!("expected list or int, got value of type '{text}'"),
                    _ => format!("expected value of type 'int', got '{text}'"),
                };
                return Err(self.error(pos, message));
            }
            values.push(value);
        }
        let (zero, one) = (self.store.values.int(0), self.store.values.int(1));
        let operands = match values[..] {
            [list] if first_is_list => {
                let size = self.fold_op(Op::Bang(BangOp::Size), TypeId::INT, &[list], false)?;
                [zero, size, one]
            }
            [end] => [zero, end, one],
            [start, end] => [start, end, one],
            [start, end, step] => [start, end, step],
            _ => unreachable!("the parser counts the operands"),
        };
        let ty = self.store.types.list(TypeId::INT);
        self.fold_op(Op::Bang(BangOp::Range), ty, &operands, false)
    }

    /// `!substr` and `!find`: a string, another operand, and a number that may be left out.
    pub(crate) fn substr_or_find(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let is_find = tree.op == BangOp::Find;
        let end = self.after(span);
        let mut values = Vec::with_capacity(3);
        for operand in tree.args {
            values.push(self.expr(operand, None, Mode::Value)?);
        }
        if values.len() == 2 {
            values.push(self.store.values.int(if is_find { 0 } else { i64::MAX }));
        }
        let result = if is_find { TypeId::INT } else { TypeId::STRING };
        let last_pos = tree.args.get(2).map_or(end, |a| a.span.lo);
        self.check_wanted(last_pos, result, want)?;
        let second = if is_find { TypeId::STRING } else { TypeId::INT };
        let expected = [TypeId::STRING, second, TypeId::INT];
        let places = [end, tree.args[1].span.lo, end];
        for ((&value, expected), pos) in values.iter().zip(expected).zip(places) {
            if let Some(found) = self.type_of(value).filter(|&ty| ty != expected) {
                let message = format!(
                    "expected {}, got type '{}'",
                    self.store.type_text(expected),
                    self.store.type_text(found)
                );
                return Err(self.error(pos, message));
            }
        }
        self.fold_op(Op::Bang(tree.op), result, &values, false)
    }

    /// Operators with three operands.
    pub(crate) fn ternary(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let op = tree.op;
        let want = want.filter(|_| matches!(op, BangOp::If | BangOp::Subst));
        let first = self.expr(&tree.args[0], None, Mode::Value)?;
        let second = self.expr(&tree.args[1], want, Mode::Value)?;
        let third = self.expr(&tree.args[2], want, Mode::Value)?;
        let (second_type, third_type) = (self.type_of(second), self.type_of(third));
        let end = self.after(span);
        let result = match op {
            BangOp::Dag => {
                self.check_dag_operands(tree, second_type, third_type)?;
                TypeId::DAG
            }
            BangOp::If => self.if_type(second_type, third_type, end)?,
            BangOp::Subst => match third_type {
                Some(ty) => ty,
                None => return Err(self.error(end, "could not get type for !subst")),
            },
            BangOp::SetDagArg | BangOp::SetDagName => {
                self.check_dag_key(&tree.args[1], second)?;
                let name_type = third_type.filter(|_| op == BangOp::SetDagName);
                if let Some(found) = name_type.filter(|&ty| ty != TypeId::STRING) {
                    let found = self.store.type_text(found);
                    let message = format!("expected string or unset name, got type '{found}'");
                    return Err(self.error(tree.args[2].span.lo, message));
                }
                TypeId::DAG
            }
            _ => unreachable!("not an operator with three operands"),
        };
        self.fold_op(Op::Bang(op), result, &[first, second, third], false)
    }

    fn if_type(
        &mut self,
        then: Option<TypeId>,
        otherwise: Option<TypeId>,
        end: Pos,
    ) -> Eval<TypeId> {
        let (Some(a), Some(b)) = (then.or(otherwise), otherwise.or(then)) else {
            return Err(self.error(end, "could not get type for !if"));
        };
        self.common_type(a, b).ok_or_else(|| self.inconsistent_types(a, b, "!if", end))
    }

    fn check_dag_operands(
        &mut self,
        tree: &tree::BangExpr<'_>,
        children: Option<TypeId>,
        names: Option<TypeId>,
    ) -> Eval<()> {
        let (children_pos, names_pos) = (tree.args[1].span.lo, tree.args[2].span.lo);
        if let Some(ty) = children
            && self.store.types.element(ty).is_none()
        {
            let ty = self.store.type_text(ty);
            let message = format!("expected list of children, got type '{ty}'");
            return Err(self.error(children_pos, message));
        }
        if let Some(ty) = names
            && self.store.types.element(ty) != Some(TypeId::STRING)
        {
            let ty = self.store.type_text(ty);
            return Err(self.error(names_pos, format!("expected list<string>, got type '{ty}'")));
        }
        if children.is_none() && names.is_none() {
            let message = "cannot have both unset children and unset names in !dag";
            return Err(self.error(children_pos, message));
        }
        Ok(())
    }

    fn check_dag_key(&mut self, operand: &Expr<'_>, key: ValueId) -> Eval<()> {
        let found = match self.type_of(key) {
            Some(TypeId::INT | TypeId::STRING) => return Ok(()),
            Some(ty) => format!("type '{}'", self.store.type_text(ty)),
            None => format!("'{}'", self.store.value_text(key)),
        };
        let message = format!("expected integer index or string name, got {found}");
        Err(self.error(operand.span.lo, message))
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
        let end = self.after(span);
        let values = operands.iter().copied().skip(1).step_by(2);
        match self.common_type_of(values) {
            Ok(Some(ty)) => self.fold_op(Op::Cond, ty, &operands, false),
            Ok(None) => {
                let message = "could not determine type for !cond from its arguments";
                Err(self.error(end, message))
            }
            Err((a, b)) => Err(self.inconsistent_types(a, b, "!cond", end)),
        }
    }

    fn inconsistent_types(&mut self, a: TypeId, b: TypeId, op: &str, pos: Pos) -> Reported {
        let message = format!(
            "inconsistent types '{}' and '{}' for {op}",
            self.store.type_text(a),
            self.store.type_text(b)
        );
        self.error(pos, message)
    }

    /// The type that the elements of a list, or the nodes of a dag, have for a variable over them.
    pub(crate) fn sequence_element(&self, ty: TypeId) -> Option<TypeId> {
        match self.store.ty(ty) {
            Type::List(element) => Some(element),
            Type::Dag => Some(TypeId::DAG),
            _ => None,
        }
    }
}
