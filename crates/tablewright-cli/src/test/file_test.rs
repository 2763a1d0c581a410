//! Expectations in a description.

use std::io;

use tablewright_inspect::SourceLocation;
use tablewright_inspect::expectations::{
    Expectation, ExpectationKind, MalformedExpectation, RecordFailure, RecordSelection,
    RecordsOutcome, check_records, encoded_word, find_expectations,
};
use tablewright_inspect::query::QueryError;
use tablewright_records::Loaded;
use tablewright_session::read_limited;
use tablewright_session::{LoadError, Session, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::{SourceMap, Span};

use super::assembly::{Assemblers, failure_text};
use super::report::{ExpectationRow, FileOutcome};
use crate::description_command::CommandSubject;
use crate::encoding::instructions_of_words;

/// Maximum number of records listed for a failed expectation.
const SHOWN: usize = 5;

/// A loaded description, possibly with errors.
pub(super) struct FileTest {
    file: String,
    loaded: Box<Loaded>,
}

/// The result for an expectation. `None` if it is met, otherwise the actual values with a message.
type Unmet = Option<(Vec<String>, Diagnostic)>;

impl FileTest {
    pub(super) fn read(session: &Session, file: &str) -> io::Result<FileTest> {
        let loaded = if file == "-" {
            session.load_bytes("<stdin>", read_limited(io::stdin().lock())?)
        } else {
            session.load_file(text_path(file))
        };
        let loaded = match loaded {
            Ok(loaded) => Box::new(loaded),
            Err(LoadError::Rejected(loaded)) => loaded,
            Err(LoadError::Read { error, .. }) => return Err(error),
        };
        Ok(FileTest { file: file.to_owned(), loaded })
    }

    pub(super) fn sources(&self) -> &SourceMap {
        self.loaded.store.sources()
    }

    /// Checks all expectations.
    pub(super) fn run(&self) -> FileOutcome {
        let results = find_expectations(self.sources());
        let mut outcome = FileOutcome {
            file: self.file.clone(),
            expectations: Vec::new(),
            errors: 0,
            diagnostics: Vec::new(),
        };
        let mut errors = self.errors();
        let mut assemblers = Assemblers::new(&self.loaded.store);
        for expectation in results {
            let (span, text, unmet) = match expectation {
                Err(MalformedExpectation { span, message }) => {
                    let error =
                        Diagnostic::error(Code::MalformedExpectation, span, message.clone());
                    (span, String::new(), Some((vec![message], error)))
                }
                Ok(expectation) => {
                    let unmet = self.check(&expectation, &mut errors, &mut assemblers);
                    (expectation.span, expectation.text, unmet)
                }
            };
            let is_met = unmet.is_none();
            let mut actual = Vec::new();
            if let Some((instead, diagnostic)) = unmet {
                actual = instead;
                outcome.diagnostics.push(diagnostic);
            }
            let location = SourceLocation::new(self.sources(), span.lo);
            outcome.expectations.push(ExpectationRow {
                location,
                expectation: text,
                is_met,
                found: actual,
            });
        }
        outcome.errors = errors.len();
        // Errors come first, since failed expectations may follow from them.
        outcome.diagnostics.splice(0..0, errors.into_iter().cloned());
        outcome
    }

    fn errors(&self) -> Vec<&Diagnostic> {
        let is_error = |error: &&Diagnostic| error.severity == Severity::Error;
        self.loaded.diagnostics.iter().filter(is_error).collect()
    }

    /// Checks an expectation. Removes an expected error from `errors`.
    fn check<'s>(
        &'s self,
        expectation: &Expectation,
        errors: &mut Vec<&Diagnostic>,
        assemblers: &mut Assemblers<'s>,
    ) -> Unmet {
        let span = expectation.span;
        match &expectation.kind {
            ExpectationKind::Error { message, line } => {
                let is_expected = |error: &&Diagnostic| {
                    mentions(error, message)
                        && line.is_none_or(|line| self.is_on_line(error, span, line))
                };
                if let Some(index) = errors.iter().position(is_expected) {
                    errors.remove(index);
                    return None;
                }
                let at = line.map_or("anywhere".to_owned(), |line| format!("on line {line}"));
                Some(unmet(
                    span,
                    format!("expected an error '{message}' {at}, found none"),
                    Vec::new(),
                ))
            }
            ExpectationKind::Records { .. }
            | ExpectationKind::Decode { .. }
            | ExpectationKind::Encode { .. }
            | ExpectationKind::Assemble { .. }
                if self.loaded.diagnostics.has_errors() =>
            {
                let message = "the description has errors, so that it has no records";
                Some(unmet(span, message.to_owned(), Vec::new()))
            }
            ExpectationKind::Records { selection, condition } => {
                match check_records(&self.loaded.store, selection, condition) {
                    Ok(outcome) => records_unmet(span, selection, condition, outcome),
                    Err(error) => Some(self.malformed(expectation, &error)),
                }
            }
            ExpectationKind::Decode { word, instruction } => {
                self.decode(span, word, instruction.as_deref())
            }
            ExpectationKind::Assemble { processor, features, line, word } => {
                let actual = assemblers.word(processor.as_ref(), features, line);
                line_unmet(span, line, word.as_deref(), actual)
            }
            ExpectationKind::Encode { instruction, fields, word } => {
                match encoded_word(&self.loaded.store, instruction, fields) {
                    Ok(actual_word) => word_unmet(span, instruction, word, actual_word),
                    Err(mut error) => {
                        error.span = Some(span);
                        error.code = Some(Code::MalformedExpectation);
                        Some((vec![error.message.clone()], error))
                    }
                }
            }
        }
    }

    /// Whether an error is on this line, in the file that contains the expectation.
    fn is_on_line(&self, error: &Diagnostic, expectation: Span, line: u32) -> bool {
        let sources = self.sources();
        let name = |file| &sources.file(file).name;
        let file = name(sources.file_of(expectation.lo));
        // An assertion in a class is reported at the class, with notes about the record.
        let labels = error.labels.iter().map(|label| label.span.lo);
        let notes = error.notes.iter().filter_map(|note| note.pos);
        let mut positions = error.pos().into_iter().chain(labels).chain(notes);
        positions.any(|pos| {
            let at = sources.line_column(pos);
            at.line == line && name(at.file) == file
        })
    }

    /// Reports an error in an expectation's condition or names.
    fn malformed(
        &self,
        expectation: &Expectation,
        error: &QueryError,
    ) -> (Vec<String>, Diagnostic) {
        let mut span = expectation.span;
        // The part with the error is inside the comment.
        if let Some(start) = expectation.text.rfind(&error.text) {
            let file = self.sources().file(self.sources().file_of(span.lo));
            let start = self.sources().offset_in_file(span.lo) + start;
            span = Span::new(file.pos(start + error.span.start), file.pos(start + error.span.end));
        }
        let mut diagnostic =
            Diagnostic::error(Code::MalformedExpectation, span, error.message.clone());
        if let Some(note) = &error.note {
            diagnostic.note(None, note.as_str());
        }
        diagnostic.did_you_mean(span, error.suggestion.as_deref());
        (vec![error.message.clone()], diagnostic)
    }

    fn decode(&self, span: Span, word: &str, instruction: Option<&str>) -> Unmet {
        let mut diagnostics = Diagnostics::new();
        let mut subject = CommandSubject::new(&self.loaded.store, &mut diagnostics);
        let decoded = instructions_of_words(&mut subject, &[word.to_owned()]);
        let instructions = match decoded {
            Ok(lists) => lists.into_iter().next().unwrap_or_default(),
            Err(failure) => {
                let why = failure_text(failure, &diagnostics, "the description has no decoder");
                let message = format!("'{word}' cannot be decoded: {why}");
                return Some(unmet(span, message, vec![why]));
            }
        };
        if instructions.first().map(String::as_str) == instruction {
            return None;
        }
        let expected = instruction.unwrap_or("no instruction");
        let message = match &instructions[..] {
            [] => format!("'{word}' does not decode, expected {expected}"),
            [first] => format!("'{word}' is {first}, expected {expected}"),
            [first, others @ ..] => {
                format!("'{word}' is {first}, else {}, expected {expected}", others.join(", "))
            }
        };
        Some(unmet(span, message, instructions))
    }
}

/// Compares the word for a line of assembly, or the error, with the expected word.
fn line_unmet(
    span: Span,
    line: &str,
    expected: Option<&str>,
    actual: Result<String, String>,
) -> Unmet {
    match (expected, actual) {
        (None, Err(_)) => None,
        (None, Ok(word)) => {
            Some(unmet(span, format!("'{line}' is encoded as {word}, expected none"), vec![word]))
        }
        (Some(_), Err(error)) => {
            Some(unmet(span, format!("'{line}' cannot be assembled: {error}"), vec![error]))
        }
        (Some(word), Ok(actual)) => word_unmet(span, line, word, actual),
    }
}

/// Compares the word for an instruction or a line with the expected word. Leading zeros are ignored.
fn word_unmet(span: Span, instruction: &str, expected: &str, actual: String) -> Unmet {
    let digits = |word: &str| {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        digits.trim_start_matches('0').to_ascii_lowercase()
    };
    if digits(expected) == digits(&actual) {
        return None;
    }
    Some(unmet(
        span,
        format!("'{instruction}' is encoded as {actual}, not {expected}"),
        vec![actual],
    ))
}

/// Whether an error's message or notes contain this text.
fn mentions(error: &Diagnostic, text: &str) -> bool {
    error.message.contains(text) || error.notes.iter().any(|note| note.message.contains(text))
}

/// Returns the message for a failed expectation.
fn unmet(span: Span, message: String, actual: Vec<String>) -> (Vec<String>, Diagnostic) {
    (actual, Diagnostic::error(Code::ExpectationFailed, span, message))
}

fn records_unmet(
    span: Span,
    selection: &RecordSelection,
    condition: &str,
    outcome: RecordsOutcome,
) -> Unmet {
    let RecordsOutcome { records, failures } = outcome;
    if records == 0 {
        let (RecordSelection::Name(pattern) | RecordSelection::Class(pattern)) = selection;
        return Some(unmet(span, format!("'{pattern}' selects no record"), Vec::new()));
    }
    let first = failures.first()?;
    let others = match failures.len() - 1 {
        0 => String::new(),
        1 => " and another record".to_owned(),
        others => format!(" and {others} other records"),
    };
    let message = format!("'{condition}' does not hold for {}{others}", first.record);
    let texts = failures.iter().flat_map(found_texts).collect();
    let (found, mut diagnostic) = unmet(span, message, texts);
    for failure in failures.iter().take(SHOWN) {
        for value in &failure.values {
            let text = format!("{}: {} is {}", failure.record, value.path, value.value);
            match &value.set_by {
                None => diagnostic.note(None, text),
                Some(step) => {
                    let text = format!("{text}; {}", step.what);
                    diagnostic.note(Some(step.at.span.lo), text)
                }
            };
        }
    }
    if failures.len() > SHOWN {
        diagnostic.note(None, format!("and {} more records", failures.len() - SHOWN));
    }
    Some((found, diagnostic))
}

fn found_texts(failure: &RecordFailure) -> Vec<String> {
    let texts = failure.values.iter();
    texts.map(|value| format!("{}: {} is {}", failure.record, value.path, value.value)).collect()
}
