//! Operators that test a value's kind or query which records exist: `!cast`, `!isa`, `!exists`, `!instances`,
//! `!initialized`, `!repr`.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::operators::{Fold, FoldError};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::name_order::natural_order;
use crate::release::Feature;
use crate::types::Type;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Evaluates `!isa<type>(value)`.
    pub(super) fn isa_expr(&mut self, tree: &tree::BangExpr) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        let value = self.expr(&self.operand_tree(tree, 0), None, Mode::Value)?;
        self.fold_op(Op::Bang(BangOp::IsA), ty, &[value], false)
    }

    /// Evaluates `!exists<type>(name)`.
    pub(super) fn exists_expr(&mut self, tree: &tree::BangExpr) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        let name = self.operand_tree(tree, 0);
        let value = self.expr(&name, None, Mode::Value)?;
        let value_type = self.heap.type_of(value);
        if value_type == Some(TypeId::STRING) {
            return self.fold_op(Op::Bang(BangOp::Exists), ty, &[value], false);
        }
        let mut message = "expected string type argument in !exists operator".to_owned();
        if value_type.is_some_and(|ty| self.heap.store.types.is_record(ty)) {
            message += ", please use !isa instead";
        }
        Err(self.reports.error(Code::OperandType, name.span, message))
    }

    /// Evaluates `!instances<type>(regex)`.
    pub(super) fn instances_expr(&mut self, tree: &tree::BangExpr, span: Span) -> Eval<ValueId> {
        let ty = self.written_type(tree)?.expect("the parser asks for the type");
        if !self.heap.store.types.is_record(ty) {
            let ty = self.heap.store.type_text(ty);
            let message = format!("expected class type, got '{ty}'");
            let written = tree.ty.map_or(span, |ty| ty.span);
            let error = self.reports.begin_error(Code::OperandType, written, message);
            return Err(error.printed_at(span.lo).into());
        }
        let pattern = match tree.args.first() {
            Some(pattern) => {
                let pattern = self.node(pattern);
                let value = self.expr(&pattern, Some(TypeId::STRING), Mode::Value)?;
                if self.heap.type_of(value) != Some(TypeId::STRING) {
                    let message = "expected string type argument in !instances operator";
                    return Err(self.reports.error(Code::OperandType, pattern.span, message));
                }
                value
            }
            None => {
                let everything = self.heap.intern(".*");
                self.heap.store.values.string(everything)
            }
        };
        let list = self.heap.store.types.list(ty);
        self.fold_op(Op::Bang(BangOp::Instances), list, &[pattern], false)
    }

    pub(super) fn fold_cast(&mut self, ty: TypeId, value: ValueId, is_final: bool) -> Fold {
        if ty == TypeId::STRING {
            if self.heap.store.values.text(value).is_some() {
                return Ok(Some(value));
            }
            let known = self.heap.store.values.as_record(value).is_some();
            let text = match self.heap.to_int(value) {
                Some(number) => Some(number.to_string()),
                None => known.then(|| self.heap.store.value_text(value)),
            };
            if let Some(text) = text {
                let text = self.heap.intern(&text);
                return Ok(Some(self.heap.store.values.string(text)));
            }
        } else if self.heap.store.types.is_record(ty)
            && let Value::String(name) | Value::Code(name) = self.heap.store.value(value)
        {
            return self.fold_record_cast(ty, name, value, is_final);
        }
        Ok(self.heap.convert(value, ty))
    }

    fn fold_record_cast(
        &mut self,
        ty: TypeId,
        name: Symbol,
        name_value: ValueId,
        is_final: bool,
    ) -> Fold {
        let mut record = self.heap.store.names.defs.get(name);
        if record.is_none() && self.is_own_name(name_value) {
            if !is_final {
                return Ok(None);
            }
            // A record under construction is not in `defs` yet.
            record = self.construction.last().and_then(|p| p.record);
        }
        let Some(record) = record else {
            // A record with this name may be defined later.
            if !is_final {
                return Ok(None);
            }
            if self.given_up.may_have_record(&self.heap, name) {
                return Err(FoldError::silent());
            }
            let message = format!("Undefined reference to record: '{}'\n", self.heap.str(name));
            return Err(FoldError::new(Code::UnknownRecord, message));
        };
        let record_type = self.heap.store.shape_of(record).ty();
        if !self.heap.store.is_a(record_type, ty) {
            let record = self.heap.store.values.def(record);
            if self.value_lacks_fields(record) {
                return Err(FoldError::silent());
            }
            let expected = self.heap.store.type_text(ty);
            let message = format!(
                "Expected type '{expected}', got '{}' in: !cast<{expected}>({})\n",
                self.heap.store.type_text(record_type),
                self.heap.store.value_text(name_value),
            );
            return Err(FoldError::new(Code::CastType, message));
        }
        Ok(Some(self.heap.store.values.def(record)))
    }

    /// Returns whether a string is the current record's name.
    fn is_own_name(&self, name: ValueId) -> bool {
        let Some(prototype) = self.construction.last().filter(|p| p.class.is_none()) else {
            return false;
        };
        if let Value::AnonymousName(_) = self.heap.store.value(prototype.name) {
            let store = &self.heap.store;
            return store.unquoted_text(prototype.name) == store.unquoted_text(name);
        }
        prototype.name == name
    }

    pub(super) fn fold_exists(
        &mut self,
        ty: TypeId,
        name: ValueId,
        is_final: bool,
    ) -> Option<ValueId> {
        let (Value::String(text) | Value::Code(text)) = self.heap.store.value(name) else {
            return None;
        };
        let answer = if let Some(record) = self.heap.store.names.defs.get(text) {
            self.heap.store.is_a(self.heap.store.shape_of(record).ty(), ty)
        } else if !is_final {
            return None;
        } else if self.is_own_name(name) {
            let shape = self.construction.current().shape;
            self.heap.store.is_a(self.heap.store.tables.shapes[shape].ty(), ty)
        } else {
            false
        };
        Some(self.heap.store.values.int(i64::from(answer)))
    }

    pub(super) fn fold_instances(&mut self, ty: TypeId, pattern: ValueId, is_final: bool) -> Fold {
        let (Value::String(text) | Value::Code(text)) = self.heap.store.value(pattern) else {
            return Ok(None);
        };
        // The list is computed when the record with the operator receives its final values, so it includes records
        // defined in the meantime.
        if !self.construction.is_empty() && !is_final {
            return Ok(None);
        }
        let matcher = self.heap.regex(text)?;
        let element = self.heap.store.types.element(ty).expect("the result is a list");
        let mut records: Vec<_> = self
            .heap
            .store
            .names
            .defs
            .iter()
            .filter(|(name, record)| {
                matcher.is_match(self.heap.store.str(*name))
                    && self.heap.store.is_a(self.heap.store.shape_of(*record).ty(), element)
            })
            .collect();
        records
            .sort_unstable_by(|(a, _), (b, _)| natural_order(self.heap.str(*a), self.heap.str(*b)));
        let elements: Vec<ValueId> =
            records.into_iter().map(|(_, record)| self.heap.store.values.def(record)).collect();
        Ok(Some(self.heap.store.values.list(&elements, element)))
    }

    pub(super) fn fold_initialized(&mut self, value: ValueId) -> Option<ValueId> {
        if value != ValueId::UNSET && !self.construction.is_concrete(&self.heap, value) {
            return None;
        }
        Some(self.heap.store.values.int(i64::from(value != ValueId::UNSET)))
    }

    pub(super) fn fold_repr(&mut self, value: ValueId) -> Option<ValueId> {
        if !self.construction.is_concrete(&self.heap, value) {
            return None;
        }
        let mut text = String::new();
        if let Some(record) = self.heap.store.values.as_record(value) {
            // The record's fields are not in the store yet, so the operation waits.
            if self.construction.iter().any(|p| p.record == Some(record)) {
                return None;
            }
            self.heap.store.write_record(&mut text, self.heap.store.record(record));
        } else {
            self.heap.store.write_value(&mut text, value);
        }
        Some(self.heap.new_text(&text, false))
    }
}

impl Evaluator {
    /// Returns whether a value has type `ty`. `None` if that is not known.
    pub(crate) fn is_instance(&mut self, value: ValueId, ty: TypeId) -> Option<bool> {
        let store = &self.heap.store;
        if let (Some(record), Type::Record(&[class])) =
            (store.values.as_record(value), store.ty(ty))
        {
            // A record and a single class are the usual case, which needs no types.
            return Some(store.shape_of(record).supers.contains(&class));
        }
        let value_type = self.heap.type_of(value)?;
        let store = &self.heap.store;
        if store.is_convertible(value_type, ty) {
            return Some(true);
        }
        if !store.types.is_record(ty) || matches!(store.value(value), Value::Def(_)) {
            return Some(false);
        }
        // An open value may become a record of the class. Without this feature, only its type counts: the result is
        // open if the type is a superclass.
        let may_become = store.is_convertible(ty, value_type);
        let is_concrete = self.construction.is_concrete(&self.heap, value);
        if may_become == is_concrete && self.heap.has(Feature::IsaWaitsForValues) {
            return is_concrete.then_some(false);
        }
        (!may_become).then_some(false)
    }
}
