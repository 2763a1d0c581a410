//! `foreach` (ProgRef, "foreach — iterate over a sequence of statements") and ranges of integers.

use tablewright_syntax::tree;

use crate::eval::limits::MAX_ELEMENTS;
use crate::eval::lower::Mode;
use crate::eval::scopes::Scope;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Value, ValueId};

impl Evaluator {
    pub(crate) fn foreach(&mut self, tree: &tree::Foreach<'_>) -> Eval<()> {
        let before = self.reports.diagnostics.error_count();
        let Some((list, element_type)) = self.attempt(|this| this.foreach_list(&tree.source))
        else {
            let is_reported = self.reports.diagnostics.error_count() > before;
            if let (true, tree::ForeachSource::Value(range)) = (is_reported, &tree.source) {
                // The reference reports a second error, for the declaration of the variable, at the
                // token where it stopped reading.
                let first_end = self.heap.after(range.first.span);
                let error = self.reports.last_pos();
                let pos = error.map_or(first_end, |error| error.max(first_end));
                self.reports.error(pos, "expected declaration in for");
            }
            return Err(Reported);
        };
        let name = self.heap.symbol(tree.var.name);
        let variable = self.heap.store.values.var(name, element_type);
        let scope = Scope::loop_body(name, variable);
        self.loop_body(scope, tree.keyword, Some(name), list, &tree.body)
    }

    /// What a loop runs over, and the type of its elements.
    fn foreach_list(&mut self, source: &tree::ForeachSource<'_>) -> Eval<(ValueId, TypeId)> {
        let range = match source {
            tree::ForeachSource::Ranges(ranges) => return self.number_list(ranges),
            tree::ForeachSource::Value(range) => range,
        };
        let first = self.expr(&range.first, None, Mode::Value)?;
        match self.heap.type_of(first).map(|ty| self.heap.store.types.element(ty)) {
            Some(Some(element_type)) => Ok((first, element_type)),
            Some(None) => {
                let mut numbers = Vec::new();
                self.range_from(first, range, &mut numbers)?;
                Ok(self.list_of_numbers(&numbers))
            }
            None => {
                let text = self.heap.store.value_text(first);
                let message = format!("expected a list, got '{text}'");
                Err(self.reports.error(range.first.span.lo, message))
            }
        }
    }

    fn number_list(&mut self, ranges: &[tree::Range<'_>]) -> Eval<(ValueId, TypeId)> {
        let numbers = self.ranges(ranges)?;
        Ok(self.list_of_numbers(&numbers))
    }

    fn list_of_numbers(&mut self, numbers: &[u32]) -> (ValueId, TypeId) {
        let elements: Vec<ValueId> =
            numbers.iter().map(|&n| self.heap.store.values.int(i64::from(n))).collect();
        (self.heap.store.values.list(&elements, TypeId::INT), TypeId::INT)
    }

    /// The numbers of ranges whose ends are known.
    pub(super) fn ranges(&mut self, ranges: &[tree::Range<'_>]) -> Eval<Vec<u32>> {
        let mut numbers = Vec::new();
        for range in ranges {
            let first = self.expr(&range.first, None, Mode::Value)?;
            self.range_from(first, range, &mut numbers)?;
        }
        Ok(numbers)
    }

    fn range_from(
        &mut self,
        first: ValueId,
        range: &tree::Range<'_>,
        numbers: &mut Vec<u32>,
    ) -> Eval<()> {
        let Value::Int(first) = self.heap.store.value(first) else {
            let pos = self.heap.after(range.first.span);
            return Err(self.reports.error(pos, "expected integer or bitrange"));
        };
        if first < 0 {
            let pos = self.heap.after(range.first.span);
            return Err(self.reports.error(pos, "invalid range, cannot be negative"));
        }
        let mut last = first;
        if let Some(expr) = &range.last {
            let value = self.expr(expr, None, Mode::Value)?;
            let pos = self.heap.after(expr.span);
            let Value::Int(number) = self.heap.store.value(value) else {
                return Err(self.reports.error(pos, "expected integer value as end of range"));
            };
            if number < 0 {
                return Err(self.reports.error(pos, "invalid range, cannot be negative"));
            }
            last = number;
        }
        let (low, high) = (first.min(last), first.max(last));
        // After this check both ends fit in 32 bits.
        if high - low >= MAX_ELEMENTS || high > i64::from(u32::MAX) {
            let pos = range.first.span.lo;
            self.reports.error(pos, format!("range has more than {MAX_ELEMENTS} numbers"));
            return Err(Reported);
        }
        let ascending = low as u32..=high as u32;
        if first <= last {
            numbers.extend(ascending)
        } else {
            numbers.extend(ascending.rev())
        }
        Ok(())
    }
}
