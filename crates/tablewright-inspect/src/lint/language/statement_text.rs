//! The text of small statements.

use tablewright_syntax::source::{SourceMap, Span};

use crate::lint::Edit;

/// The change that removes `keyword NAME = VALUE;`, with its line if nothing else stands there. Nothing if the statement
/// is not written like that.
pub(super) fn removed(sources: &SourceMap, keyword: &str, name: Span, value: Span) -> Option<Edit> {
    let file = sources.file(sources.file_of(name.lo));
    let text = &*file.text;
    let before = text.get(..sources.offset_in_file(name.lo))?.trim_end();
    let start = before.strip_suffix(keyword)?.len();
    let after = text.get(sources.offset_in_file(value.hi)..)?;
    let semicolon = after.len() - after.trim_start().strip_prefix(';')?.len();
    let end = sources.offset_in_file(value.hi) + semicolon;
    // A comment beside the statement stays, with its line.
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone =
        text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    let (start, end) = if is_alone { (line_start, line_end) } else { (start, end) };
    Some(Edit { span: Span::new(file.pos(start), file.pos(end)), replacement: String::new() })
}
