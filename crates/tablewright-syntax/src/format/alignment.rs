//! Alignment of `=` and of trailing comments in adjacent lines.

use std::ops::Range;

use super::lines::{FormatLine, Layout, PartKind, Permissions};
use super::{Alignment, LayoutOptions};
use crate::lossless::{NodeId, NodeKind, TokenKind};

/// Aligns `=` and comments as the options require, or reduces their alignment to one blank.
pub(super) fn align(layout: &mut Layout<'_>, permissions: &Permissions, options: &LayoutOptions) {
    if options.equals != Alignment::Keep {
        let equals = equals_of_items(layout);
        apply(layout, permissions, options.equals, &equals);
    }
    if options.comments != Alignment::Keep {
        let comments: Vec<Option<usize>> =
            layout.lines.iter().map(|line| trailing_comment(layout, line)).collect();
        apply(layout, permissions, options.comments, &comments);
    }
}

/// Returns the part index of `=` for each line that begins a field or a body's `let`.
fn equals_of_items(layout: &Layout<'_>) -> Vec<Option<usize>> {
    let tree = layout.tree;
    let mut is_equal = vec![false; tree.tokens().len()];
    for node in (0..=tree.root().id().index()).map(|id| tree.node(NodeId::from_index(id))) {
        if matches!(node.kind(), NodeKind::Field | NodeKind::BodyLet)
            && let Some(token) = node.own_token(TokenKind::Equal)
            && let Some(first) = node.first_token()
        {
            let line = &layout.lines[layout.line_of[token.id().index()]];
            let starts_line = layout.parts[line.first].start == first.range().start;
            is_equal[token.id().index()] = starts_line;
        }
    }
    let equal_of = |line: &FormatLine| {
        (line.first..line.end).find(|&at| match layout.parts[at].kind {
            PartKind::Token(id, _) => is_equal[id.index()],
            PartKind::LineComment | PartKind::BlockComment => false,
        })
    };
    layout.lines.iter().map(equal_of).collect()
}

/// Returns the part index of the comment after a line's tokens.
fn trailing_comment(layout: &Layout<'_>, line: &FormatLine) -> Option<usize> {
    let last = line.end - 1;
    let is_comment = layout.parts[last].kind == PartKind::LineComment;
    (is_comment && last > line.first).then_some(last)
}

/// Aligns the parts in adjacent lines, or puts one blank before each. A blank line ends a group.
fn apply(
    layout: &mut Layout<'_>,
    permissions: &Permissions,
    alignment: Alignment,
    parts: &[Option<usize>],
) {
    let mut start = 0;
    while start < parts.len() {
        let end = group_end(layout, parts, start);
        align_group(layout, permissions, alignment, parts, start..end);
        start = end;
    }
}

/// Returns the end of the group that begins with line `start`: adjacent lines that each have a part
/// to align.
fn group_end(layout: &Layout<'_>, parts: &[Option<usize>], start: usize) -> usize {
    let mut end = start + 1;
    while parts[start].is_some()
        && end < parts.len()
        && parts[end].is_some()
        && layout.parts[layout.lines[end - 1].end - 1].last_line + 1
            == layout.parts[layout.lines[end].first].line
    {
        end += 1;
    }
    end
}

fn align_group(
    layout: &mut Layout<'_>,
    permissions: &Permissions,
    alignment: Alignment,
    parts: &[Option<usize>],
    lines: Range<usize>,
) {
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        let Some(at) = parts[line] else { continue };
        let line = &layout.lines[line];
        let (columns, _) = layout.new_columns(line);
        ends.push((at, columns[at - line.first] - layout.parts[at].gap.new));
    }
    let column = ends.iter().map(|&(_, end)| end).max().unwrap_or(0) + 1;
    for (at, end) in ends {
        if permissions.before[at] {
            layout.parts[at].gap.new = if alignment == Alignment::Align { column - end } else { 1 };
        }
    }
}
