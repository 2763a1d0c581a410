//! `assert` and `dump`, in records and outside.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::record::{Assertion, DumpRequest};
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Checks the assertions of the record under construction.
    pub(super) fn check_record_assertions(&mut self) -> Eval<()> {
        let assertions = std::mem::take(&mut self.construction.current_mut().assertions);
        if assertions.is_empty() {
            return Ok(());
        }
        let outer = self.resolver.push_record(self.construction.innermost(), None, None);
        for assertion in assertions {
            let condition = self.resolve(assertion.condition)?;
            let message = self.resolve(assertion.message)?;
            self.check_assertion(Assertion { condition, message, ..assertion });
        }
        self.resolver.pop(outer);
        Ok(())
    }

    /// Reports an assertion that does not hold.
    pub(crate) fn check_assertion(&mut self, assertion: Assertion) {
        let pos = assertion.pos;
        match self.heap.to_int(assertion.condition) {
            None => {
                // The wording is the reference's.
                let message = "assert condition must of type bit, bits, or int.";
                self.reports.error(Code::AssertionType, pos, message);
            }
            Some(0) => {
                let note = match self.heap.store.value(assertion.message) {
                    Value::String(text) | Value::Code(text) => self.heap.str(text).to_owned(),
                    _ => "(assert message is not a string)".to_owned(),
                };
                let record = self.construction.last().and_then(|p| p.positions.first().copied());
                let error =
                    self.reports.begin_error(Code::AssertionFailed, pos, "assertion failed");
                error.note(None, note);
                if let Some(record) = record {
                    error.label(record, "it does not hold for this");
                }
            }
            Some(_) => {}
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
            self.print_dump(DumpRequest { message, ..dump });
        }
        self.resolver.pop(outer);
        Ok(())
    }

    pub(crate) fn print_dump(&mut self, dump: DumpRequest) {
        let text = self.heap.store.unquoted_text(dump.message);
        self.reports.diagnostics.push(Diagnostic::new(Severity::Note, Some(dump.pos), text));
    }

    /// What `dump` prints of a value: strings as they are, everything else as `!repr` shows it.
    pub(crate) fn as_dump_text(&mut self, message: ValueId) -> Eval<ValueId> {
        if self.heap.type_of(message) == Some(TypeId::STRING) {
            return Ok(message);
        }
        self.fold_op(Op::Bang(BangOp::Repr), TypeId::STRING, &[message], false)
    }
}
