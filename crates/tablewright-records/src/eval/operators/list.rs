//! Operators on lists, and size operators.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;
use tablewright_text::byte_escape::byte_len;

use crate::eval::heap::Heap;
use crate::eval::limits::MAX_ELEMENTS;
use crate::eval::lower::Mode;
use crate::eval::operators::comparison::EqualityKey;
use crate::eval::operators::{Fold, FoldError, FoldResult};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Evaluates `!range` with one to three operands.
    pub(super) fn range_expr(&mut self, tree: &tree::BangExpr, span: Span) -> Eval<ValueId> {
        let mut values = Vec::with_capacity(3);
        let mut first_is_list = false;
        for (i, operand) in tree.args.iter().enumerate() {
            let operand = self.node(operand);
            let value = self.expr(&operand, None, Mode::Value)?;
            let ty = self.operand_type(value, operand.span, span.lo)?;
            let is_list = self.heap.store.types.element(ty).is_some();
            let text = self.heap.store.type_text(ty);
            if i > 0 && first_is_list {
                let message = format!("expected one list, got extra value of type '{text}'");
                return Err(self.reports.error(Code::OperandType, operand.span, message));
            }
            if i == 0 && is_list {
                first_is_list = true;
            } else if ty != TypeId::INT {
                let message = match i {
                    0 => format!("expected list or int, got value of type '{text}'"),
                    _ => format!("expected value of type 'int', got '{text}'"),
                };
                return Err(self.reports.error(Code::OperandType, operand.span, message));
            }
            values.push(value);
        }
        // All forms are converted to the form with three operands.
        let (zero, one) = (self.heap.store.values.int(0), self.heap.store.values.int(1));
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
        let ty = self.heap.store.types.list(TypeId::INT);
        self.fold_op(Op::Bang(BangOp::Range), ty, &operands, false)
    }

    /// Concatenates two lists. The result is an operation if a list is not known yet.
    pub(super) fn concat_lists(
        &mut self,
        left: ValueId,
        ty: TypeId,
        right: ValueId,
    ) -> Eval<ValueId> {
        self.fold_op(Op::Bang(BangOp::ListConcat), ty, &[left, right], false)
    }
}

impl Heap {
    pub(super) fn fold_head(&mut self, list: ValueId) -> Fold {
        let Some(list) = self.store.values.as_list(list) else { return Ok(None) };
        let empty = || FoldError::new(Code::EmptyList, "!head of an empty list");
        list.elements.first().copied().map(Some).ok_or_else(empty)
    }

    pub(super) fn fold_tail(&mut self, list: ValueId) -> Fold {
        let Some(list) = self.store.values.as_list(list) else { return Ok(None) };
        let Some((_, rest)) = list.elements.split_first() else {
            return Err(FoldError::new(Code::EmptyList, "!tail of an empty list"));
        };
        let (rest, ty) = (rest.to_vec(), list.element_type);
        Ok(Some(self.store.values.list(&rest, ty)))
    }

    /// Returns the number of elements in a list, arguments in a dag, or bytes in a string.
    pub(super) fn size(&self, value: ValueId) -> Option<usize> {
        let value = self.store.value(value);
        let of_list = value.as_list().map(|list| list.elements.len());
        let of_dag = || value.as_dag().map(|dag| dag.args.len());
        // The reference counts bytes.
        let of_text = || value.as_text().map(|text| byte_len(self.str(text).as_bytes()));
        of_list.or_else(of_dag).or_else(of_text)
    }

    pub(super) fn fold_concat(&mut self, left: ValueId, right: ValueId) -> Fold {
        let values = &self.store.values;
        let (Some(a), Some(b)) = (values.as_list(left), values.as_list(right)) else {
            return Ok(None);
        };
        let ty = a.element_type;
        let mut elements: SmallVec<[ValueId; 32]> = SmallVec::from_slice(a.elements);
        elements.extend_from_slice(b.elements);
        self.check_count(elements.len() as i64)?;
        Ok(Some(self.store.values.list(&elements, ty)))
    }

    pub(super) fn fold_flatten(&mut self, list: ValueId) -> Fold {
        let Value::List(outer) = self.store.value(list) else { return Ok(None) };
        let Some(element_type) = self.store.types.element(outer.element_type) else {
            // A list whose elements are not lists is already flat.
            return Ok(Some(list));
        };
        let mut count = 0;
        for &inner in outer.elements {
            let Some(inner) = self.store.values.as_list(inner) else { return Ok(None) };
            count += inner.elements.len() as i64;
        }
        self.check_count(count)?;
        let lists = outer.elements.iter().filter_map(|&inner| self.store.values.as_list(inner));
        let elements: Vec<ValueId> = lists.flat_map(|list| list.elements).copied().collect();
        Ok(Some(self.store.values.list(&elements, element_type)))
    }

    pub(super) fn fold_remove(&mut self, from: ValueId, what: ValueId) -> Option<ValueId> {
        let (Value::List(from), Value::List(what)) =
            (self.store.value(from), self.store.value(what))
        else {
            return None;
        };
        // A hash set is used because both lists may be long.
        let removed: FxHashSet<EqualityKey> =
            what.elements.iter().filter_map(|&element| self.equality_key(element)).collect();
        let is_removed =
            |element: ValueId| self.equality_key(element).is_some_and(|key| removed.contains(&key));
        let kept: Vec<ValueId> =
            from.elements.iter().copied().filter(|&e| !is_removed(e)).collect();
        let ty = from.element_type;
        Some(self.store.values.list(&kept, ty))
    }

    pub(super) fn fold_splat(&mut self, value: ValueId, count: ValueId) -> Fold {
        let (Some(ty), Value::Int(count)) = (self.type_of(value), self.store.value(count)) else {
            return Ok(None);
        };
        if count < 0 {
            let message = format!("!listsplat count {count} is negative");
            return Err(FoldError::new(Code::ListOperand, message));
        }
        self.check_count(count)?;
        let elements = vec![value; count as usize];
        Ok(Some(self.store.values.list(&elements, ty)))
    }

    pub(super) fn check_count(&self, count: i64) -> FoldResult<()> {
        if count <= MAX_ELEMENTS {
            return Ok(());
        }
        let message = format!("list of more than {MAX_ELEMENTS} elements");
        Err(FoldError::new(Code::EvaluationLimit, message))
    }

    pub(super) fn fold_range(&mut self, args: &[ValueId]) -> Fold {
        let [Value::Int(start), Value::Int(end), Value::Int(step)] =
            [args[0], args[1], args[2]].map(|v| self.store.value(v))
        else {
            return Ok(None);
        };
        if step == 0 {
            // The reference reports the error and continues with an empty list.
            let none = self.number_list_value(&[]);
            let messages = vec!["Step of !range can't be 0".to_owned()];
            return FoldError::after(Code::ListOperand, messages, none);
        }
        let mut numbers = Vec::new();
        let mut next = Some(start);
        while let Some(number) = next {
            let goes_on = if step > 0 { number < end } else { number > end };
            if !goes_on {
                break;
            }
            numbers.push(number);
            self.check_count(numbers.len() as i64)?;
            // If the next number does not fit in 64 bits, the list ends.
            next = number.checked_add(step);
        }
        Ok(Some(self.number_list_value(&numbers)))
    }

    fn number_list_value(&mut self, numbers: &[i64]) -> ValueId {
        let elements: Vec<ValueId> = numbers.iter().map(|&n| self.store.values.int(n)).collect();
        self.store.values.list(&elements, TypeId::INT)
    }

    pub(crate) fn fold_closed_range(&mut self, first: ValueId, last: ValueId) -> Fold {
        let (Value::Int(first), Value::Int(last)) =
            (self.store.value(first), self.store.value(last))
        else {
            return Ok(None);
        };
        let count = first.abs_diff(last).saturating_add(1);
        self.check_count(i64::try_from(count).unwrap_or(i64::MAX))?;
        let numbers: Vec<i64> =
            if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() };
        Ok(Some(self.number_list_value(&numbers)))
    }
}
