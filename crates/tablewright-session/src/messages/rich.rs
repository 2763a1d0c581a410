//! Diagnostics with source excerpts: underlined spans with labels, and suggestions as changed
//! lines.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Patch, Renderer, Snippet,
};
use tablewright_syntax::diagnostic::{Diagnostic, Severity, Suggestion};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{FileId, SourceMap, Span};

/// Width of an excerpt in columns. Longer lines are cut.
const WIDTH: usize = 120;

/// A range to underline.
struct RichMark<'a> {
    file: FileId,
    /// In bytes from the start of the file.
    range: Range<usize>,
    label: &'a str,
    is_primary: bool,
}

/// Renders a diagnostic with source excerpts. Spans are underlined and have labels beside them;
/// suggestions are shown as changed lines.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Verbatim => return diagnostic.message.clone(),
        Severity::CompatibleNote => return String::new(),
        Severity::Error | Severity::ToleratedError => Level::ERROR,
        Severity::Warning | Severity::UnlabeledWarning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let marks = marks(sources, diagnostic);
    let mut title = level.primary_title(diagnostic.words().trim_end());
    if let Some(code) = diagnostic.code {
        title = title.id(code.to_string());
    }
    let mut first = Group::with_title(title).elements(snippets(sources, &marks));
    if let Some(span) = diagnostic.span {
        first = first.elements(included_from(sources, span));
    }
    let mut groups = Vec::new();
    for note in &diagnostic.notes {
        match note.pos {
            // A note that repeats a label is left out.
            _ if diagnostic.labels.iter().any(|label| label.message == note.message) => {}
            None => first = first.element(Level::NOTE.message(&*note.message)),
            Some(pos) => {
                let mark = mark(sources, pos.into(), "", true);
                let title = Level::NOTE.secondary_title(&*note.message);
                groups.push(Group::with_title(title).elements(snippets(sources, &[mark])));
            }
        }
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        groups.push(change(sources, suggestion));
    }
    groups.insert(0, first);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.term_width(WIDTH).render(&groups);
    text.push_str("\n\n");
    text
}

/// Renders the source line at `span` with a title and a label, like a message. If there are several
/// lines, the first is shown.
pub fn excerpt(
    sources: &SourceMap,
    title: &str,
    span: Span,
    label: &str,
    has_color: bool,
) -> String {
    let mut mark = mark(sources, span, label, true);
    let marked_text = &sources.file(mark.file).text[mark.range.clone()];
    mark.range.end = mark.range.start + marked_text.lines().next().map_or(0, str::len);
    let title = Level::NOTE.no_name().secondary_title(title);
    let group = Group::with_title(title).elements(snippets(sources, &[mark]));
    let renderer = if has_color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.term_width(WIDTH).render(&[group]);
    text.push('\n');
    text
}

/// Returns the ranges to underline, the primary span first.
fn marks<'a>(sources: &SourceMap, diagnostic: &'a Diagnostic) -> Vec<RichMark<'a>> {
    let Some(primary) = diagnostic.span else {
        let labels = diagnostic.labels.iter();
        return labels.map(|label| mark(sources, label.span, &label.message, false)).collect();
    };
    // A label at the primary span is the text of the primary mark.
    let own = diagnostic.labels.iter().find(|label| label.span == primary);
    let text = own.map_or("", |label| &label.message);
    let mut marks = vec![mark(sources, primary, text, true)];
    let others = diagnostic.labels.iter().filter(|label| label.span != primary);
    marks.extend(others.map(|label| mark(sources, label.span, &label.message, false)));
    marks
}

fn mark<'a>(sources: &SourceMap, span: Span, label: &'a str, is_primary: bool) -> RichMark<'a> {
    let (file, range) = range(sources, shown_span(sources, span));
    RichMark { file, range, label, is_primary }
}

/// Converts a span to a file and a byte range, extended to whole characters.
fn range(sources: &SourceMap, span: Span) -> (FileId, Range<usize>) {
    let file = sources.file_of(span.lo);
    let text = &sources.file(file).text;
    let start = floor(text, sources.offset_in_file(span.lo));
    // A span that ends in another file is reduced to its start.
    let end = if sources.file_of(span.hi) == file { sources.offset_in_file(span.hi) } else { 0 };
    (file, start..ceil(text, end.max(start)))
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Returns an excerpt for each file with marks. The file of the first mark is first.
fn snippets<'a>(sources: &'a SourceMap, marks: &[RichMark<'a>]) -> Vec<Element<'a>> {
    let mut files: Vec<FileId> = Vec::new();
    for mark in marks {
        if !files.contains(&mark.file) {
            files.push(mark.file);
        }
    }
    let mut snippets = Vec::with_capacity(files.len());
    for id in files {
        let marks: Vec<&RichMark<'_>> = marks.iter().filter(|mark| mark.file == id).collect();
        let whole = marks.iter().fold(marks[0].range.clone(), |all, mark| {
            all.start.min(mark.range.start)..all.end.max(mark.range.end)
        });
        let (base, snippet) = snippet::<Annotation<'_>>(sources, id, whole);
        let annotations = marks.iter().map(|mark| {
            let kind =
                if mark.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let span = mark.range.start - base..mark.range.end - base;
            kind.span(span).label((!mark.label.is_empty()).then(|| mark.label.to_owned()))
        });
        snippets.push(Element::from(snippet.annotations(annotations)));
    }
    snippets
}

/// Returns an excerpt with the lines around `bytes`, and its start offset in the file.
fn snippet<'a, T: Clone>(
    sources: &'a SourceMap,
    id: FileId,
    bytes: Range<usize>,
) -> (usize, Snippet<'a, T>) {
    let file = sources.file(id);
    let text = &file.text;
    let start = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[bytes.end..].find('\n').map_or(text.len(), |at| bytes.end + at + 1);
    let line = sources.line_column(file.pos(start)).line as usize;
    (start, Snippet::source(&text[start..end]).path(&*file.name).line_start(line))
}

/// Lists the `include` directives that led to the file of `span`, innermost first.
fn included_from<'a>(sources: &'a SourceMap, span: Span) -> Vec<Element<'a>> {
    let mut messages = Vec::new();
    let mut inner = span.lo;
    while let Some(include) = sources.file(sources.file_of(inner)).included_from {
        let at = sources.line_column(include);
        let text = format!("included from {}:{}", sources.file(at.file).name, at.line);
        messages.push(Element::from(Level::NOTE.message(text)));
        inner = include;
    }
    messages
}

/// Renders a suggestion as a change to the source.
fn change<'a>(sources: &'a SourceMap, suggestion: &'a Suggestion) -> Group<'a> {
    let (file, bytes) = range(sources, suggestion.span);
    let (base, snippet) = snippet(sources, file, bytes.clone());
    let patch = Patch::new(bytes.start - base..bytes.end - base, &*suggestion.replacement);
    let title = Level::HELP.secondary_title(&*suggestion.message);
    Group::with_title(title).element(snippet.patch(patch))
}
