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
    /// Printed as an error, but the output is written; the reference programs do the same.
    ToleratedError,
    /// The run continues.
    Warning,
    /// A warning that the reference programs print without the word `warning`.
    UnlabeledWarning,
    /// Requested information, such as the text from a `dump`.
    Note,
    /// A note that the reference programs print after an error, such as the record's fields. Only
    /// the compatible renderer prints it.
    CompatibleNote,
    /// Requested text that is printed unchanged.
    Verbatim,
}

/// An error, a warning or other information about the input.
///
/// The headline has the wording that tools match on; labels, notes and the suggestion may add to
/// it. The instantiation stack ("instantiated from multiclass") is a list of notes.
///
/// The compatible renderer prints the headline at one position, then the notes and the suggestion.
/// Only renderers that show spans use the labels.
///
/// A diagnostic is also an [`Error`](std::error::Error). If it [carries its sources](Self::carry),
/// its `Display` text has the position and the source line, as from the compatible renderer;
/// otherwise it is the headline.
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
    /// The kind of mistake; `None` for requested text.
    pub code: Option<Code>,
    /// The headline, without a final full stop or line break.
    pub message: String,
    /// The part of the input that is wrong; `None` if the cause is elsewhere. An empty span means
    /// the token there, see [`shown_span`](crate::shown_span).
    pub span: Option<Span>,
    /// Position at which the compatible renderer prints the headline, because tools expect the
    /// reference's position; `None` for the start of the span.
    pub printed_at: Option<Pos>,
    /// Remarks about other parts of the input.
    pub labels: Vec<Label>,
    /// Further information, in order: the instantiation stack, related positions, advice.
    pub notes: Vec<Note>,
    /// The change that was probably intended.
    pub suggestion: Option<Box<Suggestion>>,
    /// Text that only some formats show.
    pub shown: Option<Box<TextOverride>>,
    /// The value that is wrong; set if the span covers only the whole record.
    pub subject: Option<Box<Subject>>,
    /// The source files, for errors that are shown without a source map.
    pub carried: CarriedSources,
}

/// A line from a text that is in no file, such as a field's value, which may be joined from several
/// texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The line without its line break.
    pub line: Box<str>,
    /// Byte offset in the line.
    pub column: usize,
}

impl Excerpt {
    /// Returns the line that contains `offset`. An offset after the text counts as the text's end.
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

/// Text that replaces a diagnostic's headline or position in some formats. It is boxed, so that a
/// [`Diagnostic`] spends only eight bytes on it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextOverride {
    /// A plainer headline for Tablewright's own formats.
    pub in_words: Option<Box<str>>,
    /// A line that the compatible renderer shows instead of a position in a file.
    pub excerpt: Option<Excerpt>,
}

/// The source files that an error may carry. Comparing errors ignores them.
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

/// A record's field, or a part of its value, that a [`Diagnostic`] is about. The evaluation trace
/// has the position at which that value was written; it is searched only for messages that show the
/// position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The record's name.
    pub record: String,
    /// The field. If the text may be in several fields, these; the first whose value contains it is
    /// shown.
    pub fields: Vec<String>,
    /// Indices that lead to the part, from the outside in: list elements and dag arguments.
    pub path: Vec<usize>,
    /// The wrong text within that part: a name, `$operand`, or a part of a string.
    pub text: Option<String>,
    /// The text that was probably intended.
    pub replacement: Option<String>,
}

impl Subject {
    /// Names a field's whole value.
    pub fn new(record: impl Into<String>, field: impl Into<String>) -> Subject {
        let (record, fields) = (record.into(), vec![field.into()]);
        Subject { record, fields, path: Vec::new(), text: None, replacement: None }
    }

    /// Names the part of `fields` that a message mentions: an operand such as `$dst`, or a name in
    /// quotes.
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

    /// Narrows the subject to the name that a message mentions, unless it has been narrowed.
    pub fn narrow(&mut self, message: &str) {
        if self.text.is_none() && self.path.is_empty() {
            self.text = named_text(message, &self.record).map(str::to_owned);
        }
    }
}

/// Returns the first operand in a message, or else the first quoted name other than the record's
/// name.
fn named_text<'m>(message: &'m str, record: &str) -> Option<&'m str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name_at = |start: usize| {
        let tail = &message[start..];
        &tail[..tail.find(|c| !is_part(c)).unwrap_or(tail.len())]
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

/// A remark about a part of the input that is related to a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The part of the input. An empty span means the token there.
    pub span: Span,
    /// The remark, such as "declared here".
    pub message: String,
}

/// A remark below a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text.
    pub message: String,
    /// The position that the note is about; `None` for general advice.
    pub pos: Option<Pos>,
    /// A line that the compatible renderer shows instead of a position in a file.
    pub excerpt: Option<Box<Excerpt>>,
}

/// A change to the input that may correct the mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The proposal, such as "did you mean 'Base'?".
    pub message: String,
    /// The text to replace; an empty span inserts.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Diagnostic {
    /// Creates a diagnostic without a code, for requested text.
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

    /// Creates an error about a part of the input. A position means the token there.
    pub fn error(code: Code, span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span.into()), ..Diagnostic::error_anywhere(code, message) }
    }

    /// Creates an error about the whole input.
    pub fn error_anywhere(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::Error, None, message) }
    }

    /// Creates an error at the first of several positions. The others are the positions of the
    /// `defm`s that instantiated it.
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

    /// Creates a warning about a part of the input; `None` for the whole input.
    pub fn warning(code: Code, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::Warning, pos, message) }
    }

    /// Creates an error after which the output is still written.
    pub fn tolerated(code: Code, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::new(Severity::ToleratedError, pos, message) }
    }

    /// Returns the position at which the compatible renderer prints the headline.
    pub fn pos(&self) -> Option<Pos> {
        self.printed_at.or(self.span.map(|span| span.lo))
    }

    /// Sets the position at which the compatible renderer prints the headline.
    pub fn printed_at(&mut self, pos: Pos) -> &mut Diagnostic {
        self.printed_at = self.span.is_none_or(|span| span.lo != pos).then_some(pos);
        self
    }

    /// Adds a remark about a part of the input. A position means the token there.
    pub fn label(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Diagnostic {
        self.labels.push(Label { span: span.into(), message: message.into() });
        self
    }

    /// Attaches the source files, unless the diagnostic already carries some.
    pub fn carry(&mut self, sources: Arc<SourceMap>) -> &mut Diagnostic {
        self.carried.0.get_or_insert(sources);
        self
    }

    /// Returns the headline for Tablewright's own formats.
    pub fn words(&self) -> &str {
        let headline = self.message.strip_prefix("error: ").unwrap_or(&self.message);
        self.shown.as_ref().and_then(|shown| shown.in_words.as_deref()).unwrap_or(headline)
    }

    /// Sets a plainer headline for Tablewright's own formats.
    pub fn in_words(&mut self, words: impl Into<Box<str>>) -> &mut Diagnostic {
        self.shown.get_or_insert_default().in_words = Some(words.into());
        self
    }

    /// Sets the value that is wrong, unless an inner part of the program has set it already.
    pub fn about(&mut self, subject: Subject) -> &mut Diagnostic {
        self.subject.get_or_insert_with(|| Box::new(subject));
        self
    }

    /// Adds a note.
    pub fn note(&mut self, pos: Option<Pos>, message: impl Into<String>) -> &mut Diagnostic {
        self.notes.push(Note { message: message.into(), pos, excerpt: None });
        self
    }

    /// Lets the compatible renderer show an offset in a text that is in no file.
    pub fn in_text(&mut self, text: &str, offset: usize) -> &mut Diagnostic {
        self.shown.get_or_insert_default().excerpt = Some(Excerpt::at(text, offset));
        self
    }

    /// Adds a note at an offset in a text that is in no file.
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

    /// Suggests `name` in place of the name at `span`; does nothing for `None`.
    pub fn did_you_mean(&mut self, span: Span, name: Option<&str>) -> &mut Diagnostic {
        match name {
            Some(name) => self.suggest(span, name, format!("did you mean '{name}'?")),
            None => self,
        }
    }

    /// Adds the instantiation stack: the positions of the `defm`s that created the record.
    pub fn trail(&mut self, stack: impl IntoIterator<Item = Pos>) -> &mut Diagnostic {
        for pos in stack {
            self.note(Some(pos), "instantiated from multiclass");
        }
        self
    }

    /// Returns the diagnostic with positions in an edited input. `moved` maps an old position to
    /// its new one, or to `None` if the edit removed it. Labels and notes at removed positions are
    /// dropped; `None` if the diagnostic's own position was removed.
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

/// A run's diagnostics, in order.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Creates an empty list.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic. The caller can add labels and notes through the returned reference.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
        self.list.last_mut().expect("one was pushed")
    }

    /// Adds the diagnostics from a later part of the run.
    pub fn append(&mut self, mut later: Diagnostics) {
        self.errors += later.errors;
        self.list.append(&mut later.list);
    }

    /// Keeps only the first `len` diagnostics.
    pub fn truncate(&mut self, len: usize) {
        let removed = self.list.drain(len.min(self.list.len())..);
        self.errors -= removed.filter(|removed| removed.severity == Severity::Error).count();
    }

    /// Adds an error about a part of the input. A position means the token there.
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

    /// Adds the note that follows the last error if the rest of the input was ignored.
    pub fn end_of_errors(&mut self) {
        let message =
            format!("stopped after {} errors; the rest of the input is not checked", self.errors);
        let note = Diagnostic::new(Severity::Note, None, message);
        self.push(Diagnostic { code: Some(Code::TooManyErrors), ..note });
    }

    /// Returns the diagnostic that was added last.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.list.last_mut()
    }

    /// Returns all diagnostics for changing, such as adding notes.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Returns the number of errors.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Returns whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns all diagnostics, in the order in which they were found.
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
        // Two bytes were added at offset 4, and three were removed there.
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
