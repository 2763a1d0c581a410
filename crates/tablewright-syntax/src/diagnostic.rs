//! Errors, warnings and notes as data. [`render`](crate::render) turns them into text.

use std::fmt;
use std::sync::Arc;

pub use crate::code::Code;
use crate::source::{Pos, SourceMap, Span};

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The run fails.
    Error,
    /// Printed as an error, but the output is written: the reference programs do so too.
    ToleratedError,
    /// The run goes on.
    Warning,
    /// A warning whose headline the reference programs print without the word.
    UnlabeledWarning,
    /// Information that was asked for, such as the text of a `dump`.
    Note,
    /// A note that the reference programs print after an error, such as all fields of the record. Only
    /// the compatible renderer prints it.
    CompatibleNote,
    /// Requested text that is printed as it is.
    Verbatim,
}

/// An error, a warning or other information about the input.
///
/// The headline keeps the wording that tools match on; labels, notes and the suggestion may add to
/// it. The instantiation stack ("instantiated from multiclass") is a list of notes.
///
/// The compatible renderer prints the headline at one position, then the notes and the suggestion.
/// Labels are for the renderers that show spans.
///
/// It is an [`Error`](std::error::Error), too: where it [carries its sources](Self::carry), it is shown with its
/// position and the line of the source, as the compatible renderer shows it; else it is shown as its headline.
///
/// ```
/// use tablewright_syntax::diagnostic::{Diagnostic, Severity};
/// use tablewright_syntax::render::render;
/// use tablewright_syntax::source::SourceMap;
///
/// let mut error = Diagnostic::new(Severity::Error, None, "two registers have the number 3");
/// error.note(None, "numbers of registers are encodings");
/// let text = render(&SourceMap::new(), &error, false);
/// assert!(text.contains("error: two registers have the number 3"), "{text}");
/// ```
#[doc(alias = "SMDiagnostic")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The kind of mistake. Errors and warnings have one, text that was asked for has none.
    pub code: Option<Code>,
    /// The headline, without a final full stop or line break.
    pub message: String,
    /// What it is about, if that is in the input. An empty span stands for the token there, see
    /// [`shown_span`](crate::shown_span).
    pub span: Option<Span>,
    /// Where the compatible renderer prints it, if that is not the start of the span: tools expect
    /// it where the reference reports it.
    pub printed_at: Option<Pos>,
    /// What else to show of the input.
    pub labels: Vec<Label>,
    /// Further information, in order: the instantiation stack, related positions, advice.
    pub notes: Vec<Note>,
    /// What was probably meant.
    pub suggestion: Option<Box<Suggestion>>,
    /// What only some formats show.
    pub shown: Option<Box<Shown>>,
    /// The value that it is about, where the span is only that of the record.
    pub subject: Option<Box<Subject>>,
    /// The files that its positions are in, for errors that are shown without a store at hand.
    pub carried: CarriedSources,
}

/// A line of a text that is in no file, such as the value of a field, which may be put together of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The line, without what ends it.
    pub line: Box<str>,
    /// The offset in the line, in bytes.
    pub column: usize,
}

impl Excerpt {
    /// The line of a text in which an offset is. An offset after the text is that of its end.
    pub fn at(text: &str, offset: usize) -> Excerpt {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (before, after) = text.split_at(offset);
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let length = after.find(['\n', '\r']).unwrap_or(after.len());
        Excerpt { line: text[start..offset + length].into(), column: offset - start }
    }
}

/// What some formats of messages show in place of what the others do. It has a type of its own so that a
/// [`Diagnostic`] holds it in eight bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shown {
    /// What Tablewright's own formats say in place of the headline, in plainer words.
    pub in_words: Option<Box<str>>,
    /// What the compatible renderer shows in place of a position in a file.
    pub excerpt: Option<Excerpt>,
}

/// The files that the positions of an error are in, if it carries them. They do not count when errors are compared.
#[derive(Clone, Default)]
pub struct CarriedSources(pub Option<Arc<SourceMap>>);

impl PartialEq for CarriedSources {
    fn eq(&self, _: &CarriedSources) -> bool {
        true
    }
}

impl Eq for CarriedSources {}

impl fmt::Debug for CarriedSources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "carried" } else { "none" })
    }
}

/// The value of a record's field that a [`Diagnostic`] is about, or a part of it. Where that is written is
/// in the trace of evaluation, so it is looked up only for messages that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The name of the record.
    pub record: String,
    /// The field; the first of several whose value has the text.
    pub fields: Vec<String>,
    /// The elements of lists and arguments of dags that lead to the part, from the outside in.
    pub path: Vec<usize>,
    /// What the message is about within that: a name, `$operand`, or a part of a string.
    pub text: Option<String>,
    /// What was probably meant in place of the text.
    pub replacement: Option<String>,
}

impl Subject {
    /// The value of a field.
    pub fn new(record: impl Into<String>, field: impl Into<String>) -> Subject {
        let (record, fields) = (record.into(), vec![field.into()]);
        Subject { record, fields, path: Vec::new(), text: None, replacement: None }
    }

    /// The part of the first of these fields that a message names: an operand such as `$dst`, or what
    /// stands in quotes.
    pub fn named_in(
        message: &str,
        record: impl Into<String>,
        fields: impl IntoIterator<Item = &'static str>,
    ) -> Subject {
        let record = record.into();
        let fields = fields.into_iter().map(str::to_owned).collect();
        let text = named_text(message, &record).map(str::to_owned);
        Subject { record, fields, path: Vec::new(), text, replacement: None }
    }

    /// Narrows the value to what a message names, if nothing did before.
    pub fn narrow(&mut self, message: &str) {
        if self.text.is_none() && self.path.is_empty() {
            self.text = named_text(message, &self.record).map(str::to_owned);
        }
    }
}

/// The first operand, or else the first name in quotes, that a message has besides the record's name.
fn named_text<'m>(message: &'m str, record: &str) -> Option<&'m str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name_at = |start: usize| {
        let rest = &message[start..];
        &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]
    };
    let mut operands = message.match_indices('$').map(|(at, _)| (at, name_at(at + 1)));
    if let Some((at, name)) = operands.find(|(_, name)| !name.is_empty()) {
        return message.get(at..at + 1 + name.len());
    }
    let quotes = message.match_indices('\'').filter(|&(at, _)| !message[..at].ends_with(is_part));
    let mut quoted = quotes.map(|(at, _)| (at, name_at(at + 1)));
    let is_whole = |at: usize, name: &str| {
        message[at + 1 + name.len()..].starts_with('\'') && !name.is_empty()
    };
    quoted.find(|&(at, name)| is_whole(at, name) && name != record).map(|(_, name)| name)
}

/// A remark about a part of the input that has to do with a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The part of the input. If it is empty, the token there is meant.
    pub span: Span,
    /// The remark: "declared here".
    pub message: String,
}

/// A remark below a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text.
    pub message: String,
    /// The position that it is about, if there is one.
    pub pos: Option<Pos>,
    /// What the compatible renderer shows in place of a position in a file.
    pub excerpt: Option<Box<Excerpt>>,
}

/// A change of the input that may put it right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What to do: "did you mean 'Base'?"
    pub message: String,
    /// What to replace; empty for text to insert.
    pub span: Span,
    /// The text to write there.
    pub replacement: String,
}

impl Diagnostic {
    /// A diagnostic without a code, for text that was asked for.
    pub fn new(severity: Severity, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            code: None,
            message: message.into(),
            span: pos.map(Span::from),
            printed_at: None,
            labels: Vec::new(),
            notes: Vec::new(),
            suggestion: None,
            shown: None,
            subject: None,
            carried: CarriedSources::default(),
        }
    }

    /// An error about a part of the input; a position stands for the token there.
    pub fn error(code: Code, span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span.into()), ..Diagnostic::error_anywhere(code, message) }
    }

    /// An error about the input as a whole.
    pub fn error_anywhere(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::Error, None, message) }
    }

    /// An error about the first of some positions, the rest being the positions of the `defm`s it was
    /// instantiated by.
    pub fn error_at(
        code: Code,
        positions: impl IntoIterator<Item = Pos>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let mut positions = positions.into_iter();
        let mut diagnostic = Diagnostic::error_anywhere(code, message);
        diagnostic.span = positions.next().map(Span::from);
        diagnostic.trail(positions);
        diagnostic
    }

    /// A warning about a part of the input, or about the whole.
    pub fn warning(code: Code, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::Warning, pos, message) }
    }

    /// An error that does not keep the output from being written.
    pub fn tolerated(code: Code, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::ToleratedError, pos, message) }
    }

    /// The position of the headline in the compatible rendering.
    pub fn pos(&self) -> Option<Pos> {
        self.printed_at.or(self.span.map(|span| span.lo))
    }

    /// Sets where the compatible renderer prints it, if not at the start of the span.
    pub fn printed_at(&mut self, pos: Pos) -> &mut Diagnostic {
        self.printed_at = self.span.is_none_or(|span| span.lo != pos).then_some(pos);
        self
    }

    /// Adds a remark about a part of the input; a position stands for the token there.
    pub fn label(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Diagnostic {
        self.labels.push(Label { span: span.into(), message: message.into() });
        self
    }

    /// Lets the diagnostic carry the files that its positions are in, unless it does so already.
    pub fn carry(&mut self, sources: Arc<SourceMap>) -> &mut Diagnostic {
        self.carried.0.get_or_insert(sources);
        self
    }

    /// The headline of Tablewright's own formats.
    pub fn words(&self) -> &str {
        let headline = self.message.strip_prefix("error: ").unwrap_or(&self.message);
        self.shown.as_ref().and_then(|shown| shown.in_words.as_deref()).unwrap_or(headline)
    }

    /// Sets what Tablewright's own formats say in place of the headline.
    pub fn in_words(&mut self, words: impl Into<Box<str>>) -> &mut Diagnostic {
        self.shown.get_or_insert_default().in_words = Some(words.into());
        self
    }

    /// Sets the value that it is about, unless a part of the program that knew more has set it.
    pub fn about(&mut self, subject: Subject) -> &mut Diagnostic {
        self.subject.get_or_insert_with(|| Box::new(subject));
        self
    }

    /// Adds a note.
    pub fn note(&mut self, pos: Option<Pos>, message: impl Into<String>) -> &mut Diagnostic {
        self.notes.push(Note { message: message.into(), pos, excerpt: None });
        self
    }

    /// Lets the compatible renderer show an offset of a text that is in no file.
    pub fn in_text(&mut self, text: &str, offset: usize) -> &mut Diagnostic {
        self.shown.get_or_insert_default().excerpt = Some(Excerpt::at(text, offset));
        self
    }

    /// Adds a note at an offset of a text that is in no file.
    pub fn note_in_text(
        &mut self,
        text: &str,
        offset: usize,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let excerpt = Some(Box::new(Excerpt::at(text, offset)));
        self.notes.push(Note { message: message.into(), pos: None, excerpt });
        self
    }

    /// Sets the suggestion.
    pub fn suggest(
        &mut self,
        span: Span,
        replacement: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let (replacement, message) = (replacement.into(), message.into());
        self.suggestion = Some(Box::new(Suggestion { message, span, replacement }));
        self
    }

    /// Suggests another name in place of the one at `span`, if there is one that is like it.
    pub fn did_you_mean(&mut self, span: Span, name: Option<&str>) -> &mut Diagnostic {
        match name {
            Some(name) => self.suggest(span, name, format!("did you mean '{name}'?")),
            None => self,
        }
    }

    /// Adds the instantiation stack: the positions of the `defm`s that created the record in
    /// question.
    pub fn trail(&mut self, stack: impl IntoIterator<Item = Pos>) -> &mut Diagnostic {
        for pos in stack {
            self.note(Some(pos), "instantiated from multiclass");
        }
        self
    }

    /// The same diagnostic of a later version of the input. `moved` says where a position of the earlier one is now.
    /// What is about a part of the input that is gone is left out; `None` where the diagnostic itself is.
    #[must_use]
    pub fn moved(&self, moved: impl Fn(Pos) -> Option<Pos>) -> Option<Diagnostic> {
        let moved_span = |span: Span| Some(Span::new(moved(span.lo)?, moved(span.hi)?));
        let span = self.span.map(|span| moved_span(span).ok_or(())).transpose().ok()?;
        let labels = self.labels.iter().filter_map(|label| {
            Some(Label { span: moved_span(label.span)?, message: label.message.clone() })
        });
        let notes = self.notes.iter().filter_map(|note| {
            let pos = note.pos.map(|pos| moved(pos).ok_or(())).transpose().ok()?;
            Some(Note { pos, ..note.clone() })
        });
        let suggestion = self.suggestion.as_ref().and_then(|suggestion| {
            let span = moved_span(suggestion.span)?;
            Some(Box::new(Suggestion { span, ..(**suggestion).clone() }))
        });
        Some(Diagnostic {
            span,
            printed_at: self.printed_at.and_then(&moved),
            labels: labels.collect(),
            notes: notes.collect(),
            suggestion,
            ..self.clone()
        })
    }
}

/// The diagnostics of a run, in order.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic. The caller can add labels and notes through the reference.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
        self.list.last_mut().expect("one was pushed")
    }

    /// Adds the diagnostics of a later part of the run.
    pub fn append(&mut self, mut later: Diagnostics) {
        self.errors += later.errors;
        self.list.append(&mut later.list);
    }

    /// Removes the diagnostics from the one of index `len` on.
    pub fn truncate(&mut self, len: usize) {
        let removed = self.list.drain(len.min(self.list.len())..);
        self.errors -= removed.filter(|removed| removed.severity == Severity::Error).count();
    }

    /// Adds an error about a part of the input; a position stands for the token there.
    pub fn error(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(Diagnostic::error(code, span, message))
    }

    /// Adds a warning at a position.
    pub fn warning(&mut self, code: Code, pos: Pos, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::warning(code, Some(pos), message))
    }

    /// Adds the note that ends a list of errors after which the rest of the input was ignored.
    pub fn end_of_errors(&mut self) {
        let message =
            format!("stopped after {} errors; the rest of the input is not checked", self.errors);
        let note = Diagnostic::new(Severity::Note, None, message);
        self.push(Diagnostic { code: Some(Code::TooManyErrors), ..note });
    }

    /// The one that was added last.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.list.last_mut()
    }

    /// All of them, to add to what they say.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All of them, in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Diagnostic, named_text};
    use crate::source::{SourceMap, Span};

    #[test]
    fn a_diagnostic_of_an_earlier_version_moves_with_the_text() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.td".into(), "0123456789".into(), None).expect("it is short");
        let at = |offset: usize| sources.file(file).pos(offset);
        // Two bytes were added at the offset 4, where three were removed.
        let moved = |pos| match sources.offset_in_file(pos) {
            before @ 0..=3 => Some(at(before)),
            4..=6 => None,
            after => Some(at(after - 1)),
        };
        let mut diagnostic = Diagnostic::error(Code::UnknownClass, Span::new(at(7), at(9)), "x");
        diagnostic.label(Span::new(at(1), at(2)), "kept").label(Span::new(at(3), at(5)), "gone");
        diagnostic.note(Some(at(5)), "gone").note(Some(at(8)), "moved").note(None, "kept");
        let mut expected = Diagnostic::error(Code::UnknownClass, Span::new(at(6), at(8)), "x");
        expected.label(Span::new(at(1), at(2)), "kept");
        expected.note(Some(at(7)), "moved").note(None, "kept");
        assert_eq!(diagnostic.moved(moved), Some(expected));
        assert_eq!(Diagnostic::error(Code::UnknownClass, at(5), "x").moved(moved), None);
        let anywhere = Diagnostic::error_anywhere(Code::EvaluationLimit, "x");
        assert_eq!(anywhere.moved(moved).as_ref(), Some(&anywhere));
    }

    #[test]
    fn messages_name_what_they_are_about() {
        for (message, want) in [
            ("'X' does not have an operand named '$b'!", Some("$b")),
            ("In X: Unrecognized node 'foo'!", Some("foo")),
            ("error: unable to find operand: 'b'", Some("b")),
            ("Record `X', field `f' does not have a def", None),
            ("Expected two dollars: $$", None),
            ("'Y z' is wrong", None),
        ] {
            assert_eq!(named_text(message, "X"), want, "{message}");
        }
    }
}
