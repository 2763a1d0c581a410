//! `textDocument/foldingRange`: bodies and blocks, lists, comments and runs of `include`.

use gen_lsp_types as lsp;
use gen_lsp_types::{FoldingRange, FoldingRangeKind};

use crate::context::TextContext;
use crate::line_index::{LineIndex, number};
use crate::scan::{ScanToken, ScanTokenKind, tokens, tree};

pub(crate) fn folding_ranges(
    context: &TextContext<'_>,
    _: lsp::FoldingRangeParams,
) -> Option<Vec<FoldingRange>> {
    let lines = LineIndex::new(context.text);
    let tokens = tokens(&tree(context.text));
    let mut ranges = brackets(&tokens, &lines);
    ranges.extend(runs(&tokens, &lines, context.text));
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    ranges.dedup_by_key(|range| range.start_line);
    Some(ranges)
}

fn range(start: usize, end: usize, kind: Option<FoldingRangeKind>) -> FoldingRange {
    FoldingRange {
        start_line: number(start),
        start_character: None,
        end_line: number(end),
        end_character: None,
        kind,
        collapsed_text: None,
    }
}

/// Returns ranges between brackets over several lines. The line with the closing bracket stays
/// visible.
fn brackets(tokens: &[ScanToken], lines: &LineIndex) -> Vec<FoldingRange> {
    let mut open: Vec<usize> = Vec::new();
    let mut ranges = Vec::new();
    for token in tokens {
        let (start, end) = (lines.line(token.range.start), lines.line(token.range.end));
        if token.opens() {
            open.push(start);
        } else if token.closes() {
            let from = open.pop().unwrap_or(start);
            if from + 1 < start {
                ranges.push(range(from, start - 1, None));
            }
        } else if token.kind == ScanTokenKind::Code && start + 1 < end {
            ranges.push(range(start, end - 1, None));
        }
    }
    ranges
}

/// Returns ranges of comments and `include`s on consecutive lines.
fn runs(tokens: &[ScanToken], lines: &LineIndex, text: &str) -> Vec<FoldingRange> {
    let mut ranges: Vec<FoldingRange> = Vec::new();
    for token in tokens {
        let kind = if token.kind == ScanTokenKind::Comment {
            FoldingRangeKind::Comment
        } else if token.kind == ScanTokenKind::Word && token.text(text) == "include" {
            FoldingRangeKind::Imports
        } else {
            continue;
        };
        let (start, end) = (lines.line(token.range.start), lines.line(token.range.end));
        let line = lines.line_text(start, text);
        let begins_line =
            line.trim_start().starts_with(token.text(text).lines().next().unwrap_or(""));
        if !begins_line {
            continue;
        }
        match ranges.last_mut() {
            Some(last)
                if last.kind.as_ref() == Some(&kind) && last.end_line + 1 == number(start) =>
            {
                last.end_line = number(end);
            }
            _ => ranges.push(range(start, end, Some(kind))),
        }
    }
    ranges.retain(|range| range.end_line > range.start_line);
    ranges
}
