//! `assert` and `dump`, inside and outside of records.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};
use tablewright_syntax::source::Pos;
use tablewright_text::append;

use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::record::{Assertion, DumpRequest};
use crate::release::Feature;
use crate::value::{Op, ValueId};

impl Evaluator {
    /// Checks the assertions of the record under construction.
    pub(super) fn check_record_assertions(&mut self) -> Eval<()> {
        let assertions = std::mem::take(&mut self.construction.current_mut().assertions);
        if assertions.is_empty() {
            return Ok(());
        }
        let outer = self.resolver.push_record(self.construction.innermost(), None, None);
        let mut holds = true;
        for assertion in assertions {
            let condition = self.resolve(assertion.condition)?;
            let message = self.resolve(assertion.message)?;
            holds &= self.check_assertion(Assertion { condition, message, ..assertion });
        }
        self.resolver.pop(outer);
        if !holds && self.heap.has(Feature::RevisedMessages) {
            self.error_here(Code::AssertionFailed, "assertion failed in this record");
            self.reports.follow_ups += 1;
        }
        Ok(())
    }

    /// Checks an assertion, and reports it if its condition is not true. Returns whether it succeeds.
    pub(crate) fn check_assertion(&mut self, assertion: Assertion) -> bool {
        let pos = assertion.pos;
        let holds = self.heap.to_int(assertion.condition);
        let is_excused = |this: &Evaluator| {
            this.damage_here().is_some() || this.is_given_up(assertion.condition)
        };
        match holds {
            None | Some(0) if is_excused(self) => true,
            None => {
                // The reference's wording.
                let message = "assert condition must of type bit, bits, or int.";
                self.reports.error(Code::AssertionType, pos, message);
                false
            }
            Some(0) => {
                let text = self.heap.store.values.text(assertion.message);
                let note = text.map_or("(assert message is not a string)", |t| self.heap.str(t));
                let note = note.to_owned();
                let record = self.construction.last().and_then(|p| p.positions.first().copied());
                let is_one_message = self.heap.has(Feature::RevisedMessages);
                let mut message = "assertion failed".to_owned();
                if is_one_message {
                    append!(&mut message, ": ", note.as_str());
                }
                let error = self.reports.begin_error(Code::AssertionFailed, pos, message);
                if !is_one_message {
                    error.note(None, note);
                }
                if let Some(record) = record {
                    error.label(record, "it does not hold for this");
                }
                false
            }
            Some(_) => true,
        }
    }

    /// Prints the `dump`s of the record under construction.
    pub(super) fn print_record_dumps(&mut self) -> Eval<()> {
        let dumps = std::mem::take(&mut self.construction.current_mut().dumps);
        if dumps.is_empty() {
            return Ok(());
        }
        let outer = self.resolver.push_record(self.construction.innermost(), None, None);
        for dump in dumps {
            let message = self.resolve(dump.message)?;
            self.print_dump(DumpRequest { message, ..dump })?;
        }
        self.resolver.pop(outer);
        Ok(())
    }

    /// Prints the message of a `dump`, which must be a string by now. A value of another type is an error, but the
    /// record is still created.
    pub(crate) fn print_dump(&mut self, dump: DumpRequest) -> Eval<()> {
        let mut message = dump.message;
        if message.is_open() && !dump.is_copied {
            message = self.resolve_finally(message, dump.pos)?;
        }
        if let Some(text) = self.heap.store.values.text(message) {
            let text = self.heap.str(text).to_owned();
            self.reports.diagnostics.push(Diagnostic::new(Severity::Note, Some(dump.pos), text));
            return Ok(());
        }
        if dump.is_copied {
            return Ok(());
        }
        if self.damage_here().is_some() || self.is_given_up(message) {
            return Err(Reported);
        }
        let is_set = message != ValueId::UNSET;
        let text = "dump value is not of type string";
        let error = self.reports.begin_error(Code::UnexpectedType, dump.pos, text);
        if is_set {
            error.note(None, "`!repr` makes a string of any value");
        }
        Ok(())
    }

    /// Resolves a value outside of records for the last time: it cannot wait for records that do not exist yet. Errors
    /// are reported at `pos`.
    fn resolve_finally(&mut self, value: ValueId, pos: Pos) -> Eval<ValueId> {
        let is_outside = self.construction.is_empty();
        if is_outside {
            // The prototype only contains the position.
            let prototype = self.construction.new_prototype(ValueId::UNSET, pos, 0);
            self.construction.push(prototype);
        }
        let outer = self.resolver.push_bindings(&self.heap.store.values, []);
        self.resolver.make_final();
        let resolved = self.resolve(value)?;
        self.resolver.pop(outer);
        if is_outside {
            self.construction.pop();
        }
        Ok(resolved)
    }

    /// Returns the message of a `dump`. A known record is converted to text like `!repr`. A record named by a parameter
    /// or loop variable is kept, which is an error later.
    pub(crate) fn as_dump_text(&mut self, message: ValueId) -> Eval<ValueId> {
        let values = &self.heap.store.values;
        if message.is_open() || values.as_record(message).is_none() {
            return Ok(message);
        }
        self.fold_op(Op::Bang(BangOp::Repr), TypeId::STRING, &[message], false)
    }
}
