//! Edits for small statements.

use tablewright_syntax::source::{SourceMap, Span};

use crate::lint::Edit;

/// Returns the edit that removes `keyword NAME = VALUE;`, with the line if it is empty afterwards.
/// `None` if the statement does not have this form.
pub(super) fn removed(sources: &SourceMap, keyword: &str, name: Span, value: Span) -> Option<Edit> {
    let file = sources.file(sources.file_of(name.lo));
    let text = &*file.text;
    let before = text.get(..sources.offset_in_file(name.lo))?.trim_end();
    let start = before.strip_suffix(keyword)?.len();
    let after = text.get(sources.offset_in_file(value.hi)..)?;
    let semicolon = after.len() - after.trim_start().strip_prefix(';')?.len();
    let end = sources.offset_in_file(value.hi) + semicolon;
    // If a comment follows the statement, the line stays.
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone =
        text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    let (start, end) = if is_alone { (line_start, line_end) } else { (start, end) };
    Some(Edit { span: Span::new(file.pos(start), file.pos(end)), replacement: String::new() })
}
