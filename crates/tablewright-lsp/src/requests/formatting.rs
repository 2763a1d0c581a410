//! `textDocument/formatting`, `rangeFormatting`, `rangesFormatting` and `onTypeFormatting`: formats
//! an open text, or some lines, with the rules of `tablewright fmt`.

use std::ops::RangeInclusive;

use gen_lsp_types as lsp;
use gen_lsp_types::TextEdit;
use tablewright_syntax::format::{LayoutError, LayoutOptions, LineSelection, format};
use tablewright_syntax::lossless::{LosslessTree, Node};

use crate::context::TextContext;
use crate::items::{ItemKind, nodes_around};
use crate::line_index::LineIndex;

/// The edits, or an error message if the text cannot be formatted.
pub(crate) type FormattedDocument = Result<Option<Vec<TextEdit>>, String>;

pub(crate) fn document(
    context: &TextContext<'_>,
    options: &LayoutOptions,
    _: lsp::DocumentFormattingParams,
) -> FormattedDocument {
    edits(context, options, &LineSelection::All).map(Some)
}

pub(crate) fn range(
    context: &TextContext<'_>,
    options: &LayoutOptions,
    params: lsp::DocumentRangeFormattingParams,
) -> FormattedDocument {
    let lines = LineSelection::Lines(vec![lines_of(params.range)]);
    edits(context, options, &lines).map(Some)
}

pub(crate) fn ranges(
    context: &TextContext<'_>,
    options: &LayoutOptions,
    params: lsp::DocumentRangesFormattingParams,
) -> FormattedDocument {
    let lines = LineSelection::Lines(params.ranges.into_iter().map(lines_of).collect());
    edits(context, options, &lines).map(Some)
}

/// Formats while the user types. After `;` or `}`, formats the statement or item that ends there;
/// after a line break, formats the previous line. A text with syntax errors, which are frequent
/// during typing, is not changed.
pub(crate) fn on_type(
    context: &TextContext<'_>,
    options: &LayoutOptions,
    params: lsp::DocumentOnTypeFormattingParams,
) -> FormattedDocument {
    let at = params.position;
    let lines = match params.ch.as_str() {
        "\n" if at.line == 0 => return Ok(None),
        // Line numbers in a selection start at 1.
        "\n" => at.line as usize..=at.line as usize,
        _ => match ended_lines(context, at) {
            Some(lines) => lines,
            None => return Ok(None),
        },
    };
    Ok(edits(context, options, &LineSelection::Lines(vec![lines])).ok())
}

/// Returns a range's lines, counted from 1. If the range ends at the start of a line, this line is
/// excluded.
fn lines_of(range: lsp::Range) -> RangeInclusive<usize> {
    let (start, end) = (range.start, range.end);
    let excludes_last = end.character == 0 && end.line > start.line;
    let last = if excludes_last { end.line } else { end.line.saturating_add(1) };
    start.line as usize + 1..=last as usize
}

/// Returns the lines of the statement or item that ends directly before a position, counted from 1.
fn ended_lines(context: &TextContext<'_>, at: lsp::Position) -> Option<RangeInclusive<usize>> {
    let lines = LineIndex::new(context.text);
    let end = lines.offset(context.text, at, context.encoding);
    let tree = LosslessTree::new(context.text).ok()?;
    let around = nodes_around(&tree, end);
    let is_ended =
        |node: &Node<'_>| ItemKind::from_node(*node).is_some() && node.range().end == end;
    let range = around.into_iter().find(is_ended)?.range();
    Some(lines.line(range.start) + 1..=lines.line(range.end) + 1)
}

fn edits(
    context: &TextContext<'_>,
    options: &LayoutOptions,
    selection: &LineSelection,
) -> Result<Vec<TextEdit>, String> {
    let tree = LosslessTree::new(context.text).map_err(|error| error.to_string())?;
    let lines = LineIndex::new(context.text);
    let edits = format(&tree, options, selection).map_err(|error| match error {
        LayoutError::Syntax(error) => {
            let line = lines.line(tree.token(error.token).range().start) + 1;
            format!("the text has a syntax error: expected {} in line {line}", error.expected)
        }
        LayoutError::TokensDiffer => {
            "its tokens would change, which is a fault of this program".to_owned()
        }
    })?;
    let edit = |edit: tablewright_syntax::format::LayoutEdit| TextEdit {
        range: lines.range(context.text, edit.range, context.encoding),
        new_text: edit.replacement,
    };
    Ok(edits.into_iter().map(edit).collect())
}
