//! Expressions other than bang operators (ProgRef, "Values and Expressions").

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, Expr, ExprKind};

use super::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::types::Type;
use crate::value::{DagArg, Op, Value, ValueId};

/// What an identifier without a meaning is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// An error.
    Value,
    /// A string: part of the name of a record that is about to exist.
    Name,
}

impl Evaluator {
    /// The value of an expression. `want` is the type that is asked for where that is known; it
    /// helps to type literals, and the value need not be of it.
    pub(crate) fn expr(
        &mut self,
        expr: &Expr<'_>,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        self.enter()?;
        let value = self.expr_kind(expr, want, mode)?;
        self.leave();
        Ok(value)
    }

    fn expr_kind(&mut self, expr: &Expr<'_>, want: Option<TypeId>, mode: Mode) -> Eval<ValueId> {
        let span = expr.span;
        match expr.kind {
            ExprKind::Int(&number) => Ok(self.store.values.int(number)),
            ExprKind::BinaryInt(n) => Ok(self.store.values.bits_of_int(n.width, n.value)),
            ExprKind::Str(text) => Ok(self.store.values.string(self.symbol(text))),
            ExprKind::Code(text) => Ok(self.store.values.code(self.symbol(text))),
            ExprKind::Unset => Ok(ValueId::UNSET),
            ExprKind::Name(name) => self.name(self.symbol(name), span, mode),
            ExprKind::BitsInit(tree) => self.bits_expr(tree.bits, span),
            ExprKind::List(list) => self.list_expr(list, span, want),
            ExprKind::Dag(dag) => self.dag_expr(dag),
            ExprKind::Instance(instance) => self.instance_expr(instance),
            ExprKind::Bang(bang) => self.bang_expr(bang, span, want),
            ExprKind::Cond(cond) => self.cond_expr(cond, span, want),
            ExprKind::Comprehension(body) => self.comprehension_expr(body, span, want),
            ExprKind::Foldl(foldl) => self.foldl_expr(foldl),
            ExprKind::BitRange(range) => {
                let value = self.expr(&range.value, want, mode)?;
                let mut bits = self.ranges(range.ranges)?;
                bits.reverse();
                match self.select_bits(value, &bits) {
                    Some(bits) => Ok(bits),
                    None => Err(self.error(range.brace, "Invalid bit range for value")),
                }
            }
            ExprKind::Subscript(subscript) => self.subscript_expr(subscript, want, mode),
            ExprKind::Field(field) => self.field_expr(field, want, mode),
            ExprKind::Paste(paste) => self.paste_expr(paste, want, mode),
        }
    }

    fn name(&mut self, name: Symbol, span: Span, mode: Mode) -> Eval<ValueId> {
        if let Some(value) = self.local(name) {
            return Ok(value);
        }
        if mode == Mode::Name {
            return Ok(self.store.values.string(name));
        }
        if let Some(value) = self.global(name) {
            return Ok(value);
        }
        if self.poisoned.contains(&name) {
            return Err(Reported);
        }
        // A record can mention itself; of what type it is shows only when it is complete.
        if let (Some(building), None) = (self.building.last(), self.current_multiclass) {
            let own = self.store.values.string(name);
            if building.class.is_none() && building.name == own {
                self.settle_shape();
                let shape = self.current().shape;
                let ty = self.store.shapes[shape.index()].ty();
                return Ok(self.store.values.op(Op::Bang(BangOp::Cast), ty, &[own]));
            }
        }
        let message = format!("Variable not defined: '{}'", self.str(name));
        Err(self.error(span.lo, message))
    }

    /// The record or global variable of that name.
    pub(crate) fn global(&mut self, name: Symbol) -> Option<ValueId> {
        if let Some(record) = self.store.defs.get(name) {
            return Some(self.store.values.def(record));
        }
        self.store.globals.get(&name).copied()
    }

    fn bits_expr(&mut self, bits: &[Expr<'_>], span: Span) -> Eval<ValueId> {
        let mut row = Vec::new();
        for (i, bit) in bits.iter().enumerate() {
            let value = self.expr(bit, None, Mode::Value)?;
            let width = match self.store.value(value) {
                Value::Bits(bits) => Some(bits.len() as u32),
                Value::Var { ty, .. } => match self.store.ty(ty) {
                    Type::Bits(width) => Some(width),
                    _ => None,
                },
                _ => None,
            };
            if let Some(width) = width {
                row.extend((0..width).rev().map(|i| self.bit_of(value, i)));
                continue;
            }
            match self.cast_to(value, TypeId::BIT)? {
                Some(bit) => row.push(bit),
                None => {
                    let text = self.store.value_text(value);
                    let message = format!("Element #{i} ({text}) is not convertable to a bit");
                    return Err(self.error(span.lo, message));
                }
            }
        }
        // The highest bit is written first.
        row.reverse();
        Ok(self.store.values.bits(&row))
    }

    fn list_expr(
        &mut self,
        list: &tree::ListExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let wanted_element = match want {
            Some(ty) => match self.store.types.element(ty) {
                Some(element) => Some(element),
                None => {
                    let ty = self.store.type_text(ty);
                    let pos = match list.elements.first() {
                        Some(first) => first.span.lo,
                        None => self.after(Span::new(span.lo, span.lo.offset(1))),
                    };
                    let message = format!("Encountered a list when expecting a {ty}");
                    return Err(self.error(pos, message));
                }
            },
            None => None,
        };
        let mut elements = Vec::with_capacity(list.elements.len());
        for element in list.elements {
            elements.push(self.expr(element, wanted_element, Mode::Value)?);
        }
        let given = match &list.element_type {
            Some(ty) => Some(self.ty(ty)?),
            None => None,
        };
        let common = match self.common_type_of(elements.iter().copied()) {
            Ok(common) => common,
            Err(_) => return Err(self.incompatible_elements(span)),
        };
        if let (Some(given), Some(common)) = (given, common)
            && !self.store.is_convertible(common, given)
        {
            return Err(self.incompatible_elements(span));
        }
        let element_type = match (given.or(common), wanted_element) {
            (None, None) => {
                let pos = self.after(span);
                return Err(self.error(pos, "No type for list"));
            }
            (None, Some(wanted)) => wanted,
            (Some(ty), Some(wanted)) if !self.store.is_convertible(ty, wanted) => {
                let message = format!(
                    "Element type mismatch for list: element type '{}' not convertible to '{}",
                    self.store.type_text(ty),
                    self.store.type_text(wanted)
                );
                let pos = self.after(span);
                return Err(self.error(pos, message));
            }
            (Some(ty), _) => ty,
        };
        Ok(self.store.values.list(&elements, element_type))
    }

    fn incompatible_elements(&mut self, span: Span) -> Reported {
        let pos = self.after(span);
        self.error(pos, "Incompatible types in list elements")
    }

    fn dag_expr(&mut self, dag: &tree::DagExpr<'_>) -> Eval<ValueId> {
        let operator = self.expr(&dag.operator, None, Mode::Value)?;
        let mut args = SmallVec::<[DagArg; 8]>::new();
        for arg in dag.args {
            let value = match &arg.value {
                Some(value) => self.expr(value, None, Mode::Value)?,
                None => ValueId::UNSET,
            };
            args.push(DagArg { value, name: arg.name.map(|name| self.symbol(name)) });
        }
        let operator_name = dag.operator_name.map(|name| self.symbol(name));
        Ok(self.store.values.dag(operator, operator_name, &args))
    }

    fn field_expr(
        &mut self,
        tree: &tree::FieldExpr<'_>,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        let value = self.expr(&tree.value, want, mode)?;
        let field = self.symbol(tree.field.name);
        match self.field_type(value, field) {
            Some(ty) => self.fold_field(value, field, ty),
            None => {
                let message = format!(
                    "Cannot access field '{}' of value '{}'",
                    self.str(field),
                    self.store.value_text(value)
                );
                Err(self.error(tree.field.span.lo, message))
            }
        }
    }

    fn paste_expr(
        &mut self,
        paste: &tree::PasteExpr<'_>,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        let left = self.expr(&paste.left, want, mode)?;
        let Some(ty) = self.type_of(left) else {
            return Err(self.error(paste.operator, "LHS of paste is not typed!"));
        };
        if self.store.types.element(ty).is_some() {
            let Some(right) = &paste.right else { return Ok(left) };
            let right = self.expr(right, want, Mode::Value)?;
            return self.concat_lists(left, ty, right);
        }
        let left = self.as_string(left)?;
        let right = match &paste.right {
            None => self.store.values.string(self.known.empty),
            Some(right) => {
                let right = self.expr(right, None, Mode::Name)?;
                if right == ValueId::UNSET {
                    return Err(self.error(paste.operator, "RHS of paste is not typed!"));
                }
                self.as_string(right)?
            }
        };
        self.concat_strings(left, right)
    }

    fn as_string(&mut self, value: ValueId) -> Eval<ValueId> {
        if self.type_of(value) == Some(TypeId::STRING) {
            return Ok(value);
        }
        self.fold_op(Op::Bang(BangOp::Cast), TypeId::STRING, &[value], false)
    }
}
