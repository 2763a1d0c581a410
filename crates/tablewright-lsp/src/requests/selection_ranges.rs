//! `textDocument/selectionRange`: a token, the surrounding nodes and brackets, the text.

use std::ops::Range;

use gen_lsp_types as lsp;
use gen_lsp_types::SelectionRange;
use tablewright_syntax::lossless::{LosslessTree, Node};

use crate::context::TextContext;
use crate::items::nodes_around;
use crate::line_index::LineIndex;
use crate::scan::{tokens, tree};

pub(crate) fn selection_ranges(
    context: &TextContext<'_>,
    params: lsp::SelectionRangeParams,
) -> Option<Vec<SelectionRange>> {
    let text = context.text;
    let lines = LineIndex::new(text);
    let tree = tree(text);
    let mut selections = Vec::with_capacity(params.positions.len());
    for at in params.positions {
        let offset = lines.offset(text, at, context.encoding);
        let mut inner: Option<SelectionRange> = None;
        // Outermost first: each range is the parent of the next.
        for bytes in ranges_around(&tree, offset) {
            let range = lines.range(text, bytes, context.encoding);
            inner = Some(SelectionRange { range, parent: inner.take().map(Box::new) });
        }
        let empty = lsp::Range { start: at, end: at };
        selections.push(inner.unwrap_or(SelectionRange { range: empty, parent: None }));
    }
    Some(selections)
}

/// Returns the ranges around an offset, outermost first. Each contains the next.
fn ranges_around(tree: &LosslessTree, offset: usize) -> Vec<Range<usize>> {
    let whole: Range<usize> = 0..tree.text().len();
    let mut ranges = vec![whole];
    ranges.extend(nodes_around(tree, offset).into_iter().skip(1).map(Node::range));
    let mut open: Vec<usize> = Vec::new();
    for token in tokens(tree) {
        if token.opens() {
            open.push(token.range.start);
        } else if token.closes()
            && let Some(start) = open.pop()
        {
            ranges.push(start..token.range.end);
            ranges.push(start + 1..token.range.start);
        } else {
            ranges.push(token.range);
        }
    }
    ranges.retain(|range| range.start <= offset && offset <= range.end && !range.is_empty());
    ranges.sort_by_key(|range| (std::cmp::Reverse(range.len()), range.start));
    ranges.dedup();
    let mut nested: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let is_within =
            nested.last().is_none_or(|last| last.start <= range.start && range.end <= last.end);
        if is_within {
            nested.push(range);
        }
    }
    nested
}
