//! `value.field` (ProgRef, "Suffixed values").

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::ValueId;

impl Evaluator {
    pub(crate) fn field_expr(
        &mut self,
        tree: &tree::FieldExpr,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        let value = self.expr(&tree.value, want, mode)?;
        let field = self.heap.symbol(tree.field.name);
        match self.construction.field_type(&mut self.heap, value, field) {
            Some(ty) => {
                self.trace_field_use(value, tree.field);
                self.fold_field(value, field, ty)
            }
            None => {
                if self.value_lacks_fields(value) || self.given_up.has_name(field) {
                    return Err(Reported);
                }
                let message = format!(
                    "Cannot access field '{}' of value '{}'",
                    self.heap.str(field),
                    self.heap.store.value_text(value)
                );
                let similar = self.similar_field_of(value, field);
                let ty = self.heap.type_of(value).map(|ty| self.heap.store.type_text(ty));
                let text = self.note_on_text(&tree.value, mode);
                let error = self.reports.begin_error(Code::UnknownField, tree.field.span, message);
                error.notes.extend(text);
                if let Some(ty) = ty {
                    error.label(tree.value.span, format!("this is of type '{ty}'"));
                }
                Err(error.did_you_mean(tree.field.span, similar.as_deref()).into())
            }
        }
    }

    /// Returns a field's value if the record is known and the field concrete, or else the field access.
    pub(crate) fn fold_field(
        &mut self,
        value: ValueId,
        field: Symbol,
        ty: TypeId,
    ) -> Eval<ValueId> {
        if let Some(record) = self.heap.store.values.as_record(value) {
            // The record's fields are being resolved, so reading a field could be circular. In enclosing records,
            // fields that are already known can be read.
            if self.construction.last().is_some_and(|b| b.record == Some(record)) {
                let message = format!(
                    "Attempting to access field '{}' of '{}' is a forbidden self-reference",
                    self.heap.str(field),
                    self.heap.store.value_text(value),
                );
                return Err(self.error_here(Code::SelfReference, message));
            }
            if let Some(field_value) = self.construction.record_field(&self.heap, record, field)
                && self.construction.is_concrete(&self.heap, field_value)
            {
                return Ok(field_value);
            }
            let ty = self.construction.field_type(&mut self.heap, value, field).unwrap_or(ty);
            return Ok(self.heap.store.values.field(value, field, ty));
        }
        Ok(self.heap.store.values.field(value, field, ty))
    }
}
