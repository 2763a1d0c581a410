//! `list[…]` (ProgRef, "Suffixed values").

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::heap::Heap;
use crate::eval::lower::Mode;
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    pub(crate) fn subscript_expr(
        &mut self,
        tree: &tree::SubscriptExpr,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        let span = tree.value.span;
        let list = self.expr(&tree.value, want, mode)?;
        let Some(ty) = self.heap.type_of(list) else {
            return Err(self.reports.error(Code::Subscript, span, "Invalid value, list expected"));
        };
        let Some(element_type) = self.heap.store.types.element(ty) else {
            let ty = self.heap.store.type_text(ty);
            let message = format!("Type '{ty}' is invalid, list expected");
            let text = self.note_on_text(&tree.value, mode);
            let error = self.reports.begin_error(Code::Subscript, span, message);
            error.notes.extend(text);
            return Err(error.into());
        };
        let (subscript, is_single) = self.subscripts(tree)?;
        if is_single {
            return self.fold_op(Op::Element, element_type, &[list, subscript], false);
        }
        self.fold_op(Op::Slice, ty, &[list, subscript], false)
    }

    /// Returns the subscript, and whether it is a single number. Otherwise it is a list of numbers.
    fn subscripts(&mut self, tree: &tree::SubscriptExpr) -> Eval<(ValueId, bool)> {
        let mut numbers = Vec::new();
        let mut lists = Vec::new();
        // `list[1,]` is a list with one element, `list[1]` is the element itself.
        let mut is_single = tree.elements.len() == 1 && !tree.trailing_comma;
        for element in tree.elements {
            let element = self.node(element);
            let (value, ty) = self.subscript(&element)?;
            let span = element.first.span;
            match self.heap.store.types.element(ty) {
                Some(TypeId::INT) => {
                    self.flush(&mut numbers, &mut lists);
                    lists.push(value);
                    is_single = false;
                }
                Some(_) => {
                    let ty = self.heap.store.type_text(ty);
                    let message = format!("expected list<int>, got {ty}");
                    return Err(self.reports.error(Code::Subscript, span, message));
                }
                None if ty != TypeId::INT => {
                    let ty = self.heap.store.type_text(ty);
                    let message = format!("unhandled type {ty} in range");
                    return Err(self.reports.error(Code::Subscript, span, message));
                }
                None if is_single => return Ok((value, true)),
                None => numbers.push(value),
            }
        }
        self.flush(&mut numbers, &mut lists);
        let ty = self.heap.store.types.list(TypeId::INT);
        let mut lists = lists.into_iter();
        let Some(mut whole) = lists.next() else {
            let pos = self.heap.after(tree.value.span);
            return Err(self.reports.error(Code::Subscript, pos, "expected a subscript"));
        };
        for next in lists {
            whole = self.concat_lists(whole, ty, next)?;
        }
        Ok((whole, is_single))
    }

    fn flush(&mut self, numbers: &mut Vec<ValueId>, lists: &mut Vec<ValueId>) {
        if !numbers.is_empty() {
            lists.push(self.heap.store.values.list(numbers, TypeId::INT));
            numbers.clear();
        }
    }

    fn typed(&mut self, value: ValueId, span: Span) -> Eval<TypeId> {
        match self.heap.type_of(value) {
            Some(ty) => Ok(ty),
            None => Err(self.reports.error(Code::Subscript, span, "unhandled type ? in range")),
        }
    }

    fn subscript(&mut self, range: &tree::RangePiece) -> Eval<(ValueId, TypeId)> {
        let first_span = range.first.span;
        let first = self.expr(&range.first, None, Mode::Value)?;
        let first_type = self.typed(first, first_span)?;
        let Some(last) = &range.last else { return Ok((first, first_type)) };
        let last_span = last.span;
        let last = self.expr(last, None, Mode::Value)?;
        let last_type = self.typed(last, last_span)?;
        // An error in the second operand precedes an error in the first, as in the reference.
        for (ty, span) in [(last_type, last_span), (first_type, first_span)] {
            if ty != TypeId::INT {
                let ty = self.heap.store.type_text(ty);
                let message = format!("expected int...int, got {ty}");
                return Err(self.reports.error(Code::InvalidRange, span, message));
            }
        }
        if matches!(self.heap.store.value(last), Value::Int(number) if number < 0) {
            let message = "invalid range, cannot be negative";
            return Err(self.reports.error(Code::InvalidRange, last_span, message));
        }
        let ty = self.heap.store.types.list(TypeId::INT);
        Ok((self.fold_op(Op::ClosedRange, ty, &[first, last], false)?, ty))
    }
}

impl Heap {
    pub(crate) fn fold_element(&self, list: ValueId, index: ValueId) -> Option<ValueId> {
        let list = self.store.values.as_list(list)?;
        let index = self.store.values.as_int(index)?;
        // An index without an element leaves the operation open. An error is reported when the record is complete.
        list.elements.get(usize::try_from(index).ok()?).copied()
    }

    pub(crate) fn fold_slice(&mut self, list: ValueId, indices: ValueId) -> Option<ValueId> {
        let (Value::List(list), Value::List(indices)) =
            (self.store.value(list), self.store.value(indices))
        else {
            return None;
        };
        let pick = |&index: &ValueId| {
            let index = self.store.values.as_int(index)?;
            list.elements.get(usize::try_from(index).ok()?).copied()
        };
        let elements: Option<Vec<ValueId>> = indices.elements.iter().map(pick).collect();
        let (elements, ty) = (elements?, list.element_type);
        Some(self.store.values.list(&elements, ty))
    }
}
