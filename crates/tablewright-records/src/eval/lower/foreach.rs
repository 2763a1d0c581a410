//! `foreach` (ProgRef, "foreach — iterate over a sequence of statements") and integer ranges.

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree;

use crate::eval::limits::MAX_ELEMENTS;
use crate::eval::lower::Mode;
use crate::eval::scopes::Scope;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::trace::DefinitionKind;
use crate::value::{Value, ValueId};

impl Evaluator {
    pub(crate) fn foreach(&mut self, tree: &tree::Foreach) -> Eval<()> {
        let before = self.reports.diagnostics.error_count();
        let Some((list, element_type)) = self.attempt(|this| this.foreach_list(&tree.source))
        else {
            let is_reported = self.reports.diagnostics.error_count() > before;
            if let (true, tree::ForeachSource::Value(range)) = (is_reported, &tree.source) {
                // The reference reports a second error, for the variable's declaration, at the token where it stopped
                // reading.
                let first_end = self.heap.after(range.first.span);
                let error = self.reports.last_pos();
                let pos = error.map_or(first_end, |error| error.max(first_end));
                self.reports.error(Code::LoopList, pos, "expected declaration in for");
            }
            return Err(Reported);
        };
        let name = self.heap.symbol(tree.var.name);
        let variable = self.heap.store.values.var(name, element_type);
        self.trace_definition(DefinitionKind::Variable, tree.var);
        let scope = Scope::loop_body(name, variable, tree.var.span.lo);
        self.loop_body(scope, tree.keyword, Some(name), list, &tree.body)
    }

    /// Evaluates the list of a `foreach`. Returns it with its element type.
    fn foreach_list(&mut self, source: &tree::ForeachSource) -> Eval<(ValueId, TypeId)> {
        let range = match source {
            tree::ForeachSource::Ranges(ranges) => return self.number_list(*ranges),
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
                Err(self.reports.error(Code::LoopList, range.first.span, message))
            }
        }
    }

    fn number_list(&mut self, ranges: tree::PartList<tree::RangePiece>) -> Eval<(ValueId, TypeId)> {
        let numbers = self.ranges(ranges)?;
        Ok(self.list_of_numbers(&numbers))
    }

    fn list_of_numbers(&mut self, numbers: &[u32]) -> (ValueId, TypeId) {
        let elements: Vec<ValueId> =
            numbers.iter().map(|&n| self.heap.store.values.int(i64::from(n))).collect();
        (self.heap.store.values.list(&elements, TypeId::INT), TypeId::INT)
    }

    /// Evaluates ranges with known bounds.
    pub(super) fn ranges(&mut self, ranges: tree::PartList<tree::RangePiece>) -> Eval<Vec<u32>> {
        let mut numbers = Vec::new();
        for range in ranges {
            let range = self.node(range);
            let first = self.expr(&range.first, None, Mode::Value)?;
            self.range_from(first, &range, &mut numbers)?;
        }
        Ok(numbers)
    }

    /// Reports an error about a range bound. The reference reports it at the token after the bound.
    #[cold]
    fn range_error(&mut self, span: Span, printed_at: Pos, message: &str) -> Reported {
        let error = self.reports.begin_error(Code::InvalidRange, span, message);
        error.printed_at(printed_at).into()
    }

    fn range_from(
        &mut self,
        first: ValueId,
        range: &tree::RangePiece,
        numbers: &mut Vec<u32>,
    ) -> Eval<()> {
        let Value::Int(first) = self.heap.store.value(first) else {
            let pos = self.heap.after(range.first.span);
            return Err(self.range_error(range.first.span, pos, "expected integer or bitrange"));
        };
        if first < 0 {
            let pos = self.heap.after(range.first.span);
            let message = "invalid range, cannot be negative";
            return Err(self.range_error(range.first.span, pos, message));
        }
        let mut last = first;
        if let Some(expr) = &range.last {
            let value = self.expr(expr, None, Mode::Value)?;
            let pos = self.heap.after(expr.span);
            let Value::Int(number) = self.heap.store.value(value) else {
                let message = "expected integer value as end of range";
                return Err(self.range_error(expr.span, pos, message));
            };
            if number < 0 {
                let message = "invalid range, cannot be negative";
                return Err(self.range_error(expr.span, pos, message));
            }
            last = number;
        }
        let (low, high) = (first.min(last), first.max(last));
        // After these checks both bounds fit in 32 bits.
        let message = if high - low >= MAX_ELEMENTS {
            Some(format!("range has more than {MAX_ELEMENTS} numbers"))
        } else if high > i64::from(u32::MAX) {
            Some(format!("{high} is too large: numbers of ranges are below 4294967296"))
        } else {
            None
        };
        if let Some(message) = message {
            return Err(self.reports.error(Code::EvaluationLimit, range.first.span, message));
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
