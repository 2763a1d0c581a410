//! A limit for a value's text: at most the limit for an output. Lists of long strings need little
//! memory, but their text is unlimited. The output itself limits the total of all values.

use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{TextOutput, TextSink};

/// Bytes around a part of a value: quotes, commas, operator names.
const AROUND: u64 = 64;

fn too_long(what: &str) -> String {
    format!("{what} exceeds the limit of {} bytes of an output", TextOutput::MAX_LEN)
}

/// Text lengths of a description's values.
pub(crate) struct ValueLengths<'s> {
    store: &'s RecordStore,
    /// Length of the longest string.
    longest: u64,
    /// Few descriptions have a value that can be too long; other descriptions skip the check.
    some_may_be_too_long: bool,
}

impl ValueLengths<'_> {
    pub(crate) fn new(store: &RecordStore) -> ValueLengths<'_> {
        let longest = store.longest_string_len() as u64;
        let lengths = ValueLengths { store, longest, some_may_be_too_long: true };
        let some_may_be_too_long = lengths.may_be_too_long(store.largest_value_parts());
        ValueLengths { some_may_be_too_long, ..lengths }
    }

    /// Checks that no global variable's value is longer than an output may be.
    ///
    /// # Errors
    /// The first such value.
    pub(crate) fn check_globals(&self) -> Result<(), Failure> {
        if !self.some_may_be_too_long {
            return Ok(());
        }
        for (name, value) in self.store.globals() {
            if self.is_too_long(value) {
                let message = too_long(&format!("the value of '{}'", self.store.str(name)));
                return Err(Diagnostic::error_anywhere(Code::EvaluationLimit, message).into());
            }
        }
        Ok(())
    }

    /// Checks the parameters and fields of classes likewise.
    ///
    /// # Errors
    /// The first such value.
    pub(crate) fn check_classes(&self) -> Result<(), Failure> {
        if !self.some_may_be_too_long {
            return Ok(());
        }
        for class in self.store.classes() {
            let params = class.params().iter().map(|param| (param.name, param.pos, param.default));
            let fields = class.fields().map(|field| (field.name, field.pos, field.value));
            for (name, pos, value) in params.chain(fields) {
                if self.is_too_long(value) {
                    let (name, class) = (self.store.str(name), class.name());
                    let message = too_long(&format!("the value of '{name}' in class '{class}'"));
                    return Err(Diagnostic::error(Code::EvaluationLimit, pos, message).into());
                }
            }
        }
        Ok(())
    }

    /// Checks the fields of records likewise.
    ///
    /// # Errors
    /// The first such value, in name order.
    pub(crate) fn check_records(&self) -> Result<(), FieldError> {
        if !self.some_may_be_too_long {
            return Ok(());
        }
        self.store.records().try_for_each(|record| self.check_record(record))
    }

    fn check_record(&self, record: Record<'_>) -> Result<(), FieldError> {
        if !record.values().iter().any(|&value| self.is_too_long(value)) {
            return Ok(());
        }
        let field = record.fields().find(|field| self.is_too_long(field.value));
        let name = field.map_or("", |field| self.store.str(field.name));
        let message = too_long(&format!("the value of '{name}' in record '{}'", record.name()));
        Err(FieldError::new(Code::EvaluationLimit, record, message).label_field(record, name))
    }

    fn may_be_too_long(&self, parts: u64) -> bool {
        parts.saturating_mul(self.longest + AROUND) > TextOutput::MAX_LEN
    }

    fn is_too_long(&self, value: ValueId) -> bool {
        if !self.may_be_too_long(self.store.value_parts(value)) {
            return false;
        }
        let mut length = ValueLength(0);
        self.store.write_value(&mut length, value);
        length.0 > TextOutput::MAX_LEN
    }
}

/// A sink that only counts bytes.
struct ValueLength(u64);

impl TextSink for ValueLength {
    fn push_str(&mut self, text: &str) {
        self.0 += text.len() as u64;
    }

    fn push(&mut self, character: char) {
        self.0 += character.len_utf8() as u64;
    }
}
