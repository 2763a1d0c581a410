//! Diagnostics as JSON, an object per line. The chapter *Errors* in the book describes the members.
//! The version number changes when a member is removed or changes its meaning.

use serde::Serialize;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{Pos, SourceMap, Span};

const VERSION: u32 = 1;

#[derive(Serialize)]
struct Message<'a> {
    version: u32,
    severity: &'static str,
    code: Option<String>,
    message: &'a str,
    span: Option<JsonRange<'a>>,
    labels: Vec<Remark<'a>>,
    notes: Vec<Remark<'a>>,
    suggestion: Option<JsonReplacement<'a>>,
}

/// A label or a note.
#[derive(Serialize)]
struct Remark<'a> {
    message: &'a str,
    span: Option<JsonRange<'a>>,
}

#[derive(Serialize)]
struct JsonReplacement<'a> {
    message: &'a str,
    span: JsonRange<'a>,
    replacement: &'a str,
}

/// A range in a file. `end` is exclusive.
#[derive(Serialize)]
struct JsonRange<'a> {
    file: &'a str,
    start: Position,
    end: Position,
    /// The `include` directives that led to the file, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    included_from: Vec<Include<'a>>,
}

/// A position. Lines and columns count from 1, offsets from 0; columns and offsets are in bytes.
#[derive(Serialize)]
struct Position {
    offset: usize,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Include<'a> {
    file: &'a str,
    line: u32,
}

/// Renders a diagnostic as JSON: an object on a single line. The chapter *Errors* in the book lists
/// its members.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let range = |span: Span| range(sources, span);
    let message = Message {
        version: VERSION,
        severity: match diagnostic.severity {
            Severity::Error | Severity::ToleratedError => "error",
            Severity::Warning | Severity::UnlabeledWarning => "warning",
            Severity::Note | Severity::CompatibleNote => "note",
            Severity::Verbatim => "text",
        },
        code: diagnostic.code.map(|code| code.to_string()),
        message: diagnostic.words().trim_end(),
        span: diagnostic.span.map(|span| range(shown_span(sources, span))),
        labels: diagnostic
            .labels
            .iter()
            .map(|label| {
                let span = Some(range(shown_span(sources, label.span)));
                Remark { message: &label.message, span }
            })
            .collect(),
        notes: diagnostic
            .notes
            .iter()
            .map(|note| {
                let span = note.pos.map(|pos| range(shown_span(sources, pos.into())));
                Remark { message: &note.message, span }
            })
            .collect(),
        suggestion: diagnostic.suggestion.as_deref().map(|suggestion| JsonReplacement {
            message: &suggestion.message,
            span: range(suggestion.span),
            replacement: &suggestion.replacement,
        }),
    };
    let mut line = serde_json::to_string(&message).expect("strings and numbers are valid JSON");
    line.push('\n');
    line
}

fn range(sources: &SourceMap, span: Span) -> JsonRange<'_> {
    let mut included_from = Vec::new();
    let mut inner = span.lo;
    while let Some(include) = sources.file(sources.file_of(inner)).included_from {
        let at = sources.line_column(include);
        included_from.push(Include { file: &sources.file(at.file).name, line: at.line });
        inner = include;
    }
    JsonRange {
        file: &sources.file(sources.file_of(span.lo)).name,
        start: position(sources, span.lo),
        end: position(sources, span.hi),
        included_from,
    }
}

fn position(sources: &SourceMap, pos: Pos) -> Position {
    let at = sources.line_column(pos);
    Position { offset: sources.offset_in_file(pos), line: at.line, column: at.column }
}
