//! Statements and body items at a position, and the edits that remove or move them.

use std::ops::Range;

use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind};
use tablewright_syntax::source::{Pos, SourceFile, SourceMap, Span};

use crate::lint::{Edit, LintInput};

/// Returns the range and kind for the innermost node at `pos` with one of these kinds. `None` if the file cannot be parsed.
pub(super) fn enclosing(
    sources: &SourceMap,
    pos: Pos,
    kinds: &[NodeKind],
) -> Option<(Range<usize>, NodeKind)> {
    let file = sources.file(sources.file_of(pos));
    let tree = LosslessTree::new(file.text.as_str()).ok()?;
    let offset = sources.offset_in_file(pos);
    let mut node = tree.root();
    let mut innermost = None;
    while let Some(child) = child_at(node, offset) {
        node = child;
        if kinds.contains(&node.kind()) {
            innermost = Some((node.range(), node.kind()));
        }
    }
    innermost
}

fn child_at(node: Node<'_>, offset: usize) -> Option<Node<'_>> {
    node.children().find(|child| child.range().contains(&offset))
}

/// Returns the edit that removes a range, with its lines if they are empty afterwards.
pub(super) fn removal(file: &SourceFile, range: Range<usize>) -> Edit {
    let text = file.text.as_str();
    let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let is_alone = text[line_start..range.start].trim().is_empty()
        && text[range.end..line_end].trim().is_empty();
    let (start, end) = if is_alone { (line_start, line_end) } else { (range.start, range.end) };
    Edit { span: Span::new(file.pos(start), file.pos(end)), replacement: String::new() }
}

/// Returns the edit that adds lines after the `include` of a checked file that leads to `pos`. `None` if `pos` is in a
/// checked file itself.
pub(super) fn insertion_after_include(
    input: &LintInput<'_>,
    pos: Pos,
    lines: &str,
) -> Option<Edit> {
    let sources = input.sources();
    let mut include = None;
    let mut at = pos;
    while !input.checks(at) {
        include = sources.file(sources.file_of(at)).included_from;
        at = include?;
    }
    let include = include?;
    let file = sources.file(sources.file_of(include));
    let offset = sources.offset_in_file(include);
    let end = file.text[offset..].find('\n').map_or(file.text.len(), |at| offset + at + 1);
    let before = if file.text[..end].ends_with('\n') { "" } else { "\n" };
    let place = file.pos(end);
    let replacement = format!("{before}{}\n", lines.trim_end());
    Some(Edit { span: Span::new(place, place), replacement })
}
