//! Division of lines that are too long.

use super::LayoutOptions;
use super::lines::{FormatLine, Layout, Part, PartKind, Permissions, column_after};
use super::spacing::{Owner, owners};
use crate::lossless::TokenKind;

/// Columns by which a continuation line is indented if no bracket is open.
const CONTINUATION: usize = 4;

/// A part before which a line may be divided.
#[derive(Clone, Copy)]
struct Opportunity {
    part: usize,
    /// Number of open brackets. A smaller depth is preferred.
    depth: usize,
    column: NewColumn,
}

/// The column in which a part starts after a line break.
#[derive(Clone, Copy)]
enum NewColumn {
    Fixed(usize),
    /// The column of the part with this index, after earlier breaks have moved it.
    Below(usize),
}

/// Divides long lines after commas.
pub(super) fn divide(layout: &mut Layout<'_>, permissions: &Permissions, options: &LayoutOptions) {
    let Some(width) = options.width else { return };
    let owners = owners(layout);
    let mut divided = Vec::new();
    for (index, line) in layout.lines.iter().enumerate() {
        if !(line.first..line.end).all(|at| permissions.before[at])
            || end_of_tokens(layout, line) <= width
            || !layout.is_single(line)
            || is_row_of_table(layout, index)
        {
            continue;
        }
        let base = continuation_column(layout, index);
        divided.push((index, breaks(layout, line, &owners, width, base)));
    }
    for (index, breaks) in divided {
        layout.lines[index].breaks = breaks;
    }
}

/// Returns the column after a line's last token. Comments may exceed the width.
fn end_of_tokens(layout: &Layout<'_>, line: &FormatLine) -> usize {
    let (columns, _) = layout.new_columns(line);
    let parts = layout.parts_of(line);
    let last = parts.iter().rposition(|part| part.kind.token().is_some());
    last.map_or(0, |last| column_after(columns[last], layout.text(&parts[last])))
}

/// Returns whether the line is a row in a table. It is if it has parts aligned by hand, or if an
/// adjacent line has the same kinds of tokens, or has an aligned part in the same column as a part
/// here.
fn is_row_of_table(layout: &Layout<'_>, index: usize) -> bool {
    let kinds = |line: &FormatLine| -> Vec<TokenKind> {
        layout.parts_of(line).iter().filter_map(|part| part.kind.token()).collect()
    };
    // Columns of parts that follow several blanks.
    let aligned = |line: &FormatLine| -> Vec<usize> {
        let (columns, _) = layout.new_columns(line);
        let parts = layout.parts_of(line).iter().zip(columns).skip(1);
        let is_wide = |part: &Part| part.gap.new > 1 && part.kind.token().is_some();
        parts.filter(|(part, _)| is_wide(part)).map(|(_, column)| column).collect()
    };
    let line = &layout.lines[index];
    if !aligned(line).is_empty() {
        return true;
    }
    let (own, (columns, _)) = (kinds(line), layout.new_columns(line));
    let before = index.checked_sub(1).map(|before| &layout.lines[before]);
    before.into_iter().chain(layout.lines.get(index + 1)).any(|other| {
        kinds(other) == own || aligned(other).iter().any(|column| columns.contains(column))
    })
}

/// Returns the column for parts that continue the line outside brackets.
fn continuation_column(layout: &Layout<'_>, index: usize) -> usize {
    let line = &layout.lines[index];
    let before = line.first.checked_sub(1).and_then(|before| layout.parts[before].kind.token());
    if matches!(before, Some(TokenKind::Comma)) {
        // The line itself continues another.
        return line.new_indent;
    }
    line.new_indent + CONTINUATION
}

/// Returns the next line's column if it continues this line outside brackets.
fn next_column(layout: &Layout<'_>, line: &FormatLine) -> Option<usize> {
    let mut open = 0isize;
    for part in layout.parts_of(line) {
        match part.kind.token() {
            Some(TokenKind::Less | TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace) => {
                open += 1;
            }
            Some(
                TokenKind::Greater | TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace,
            ) => open -= 1,
            _ => {}
        }
    }
    let last = layout.parts[line.end - 1].kind.token();
    let after = layout.lines.partition_point(|next| next.first < line.end);
    let next = layout.lines.get(after)?;
    (open == 0 && last == Some(TokenKind::Comma)).then_some(next.new_indent)
}

/// Returns the parts before which a line is divided, with their new columns.
fn breaks(
    layout: &Layout<'_>,
    line: &FormatLine,
    owners: &[Owner],
    width: usize,
    base: usize,
) -> Vec<(usize, usize)> {
    let (columns, _) = layout.new_columns(line);
    let all_opportunities = opportunities(layout, line, owners, base);
    let mut remaining = &all_opportunities[..];
    let mut breaks = Vec::new();
    // Pairs of a part and the columns by which it and all later parts move.
    let mut moves: Vec<(usize, isize)> = vec![(line.first, 0)];
    let column = |moves: &[(usize, isize)], at: usize| {
        let (_, moved) = moves[moves.partition_point(|(from, _)| *from <= at) - 1];
        columns[at - line.first].saturating_add_signed(moved)
    };
    let mut start = line.first;
    loop {
        let end = |at: usize| column_after(column(&moves, at), layout.text(&layout.parts[at]));
        let last = (start..line.end).rev().find(|&at| layout.parts[at].kind.token().is_some());
        if last.is_none_or(|last| end(last) <= width) {
            return breaks;
        }
        let best = remaining
            .iter()
            .take_while(|it| end(it.part - 1) <= width)
            .min_by_key(|it| (it.depth, usize::MAX - it.part))
            .or(remaining.first());
        let Some(&best) = best else { return breaks };
        let new = match best.column {
            NewColumn::Fixed(column) => column,
            NewColumn::Below(part) => column(&moves, part),
        };
        // Too far to the right, hardly anything would fit.
        let new = if new <= width * 5 / 8 { new } else { line.new_indent + CONTINUATION };
        breaks.push((best.part, new));
        moves.push((best.part, new as isize - columns[best.part - line.first] as isize));
        start = best.part;
        remaining = &remaining[remaining.partition_point(|it| it.part <= start)..];
    }
}

/// Returns the parts before which a line may be divided, in order.
fn opportunities(
    layout: &Layout<'_>,
    line: &FormatLine,
    owners: &[Owner],
    base: usize,
) -> Vec<Opportunity> {
    let mut base = NewColumn::Fixed(base);
    let next_line = next_column(layout, line);
    let mut candidates = Vec::new();
    // The part after each open bracket.
    let mut brackets: Vec<usize> = Vec::new();
    for at in line.first..line.end {
        let PartKind::Token(id, kind) = layout.parts[at].kind else { continue };
        match kind {
            TokenKind::Less | TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                brackets.push(at + 1);
            }
            TokenKind::Greater | TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                let opening = brackets.pop();
                if opening.is_none() {
                    // The line continues the contents of a bracket opened above.
                    base = NewColumn::Fixed(line.new_indent);
                }
            }
            TokenKind::Colon if owners[id.index()] == Owner::Parents && at + 1 < line.end => {
                base = next_line.map_or(NewColumn::Below(at + 1), NewColumn::Fixed);
            }
            TokenKind::Comma if at + 1 < line.end => {
                let column = brackets.last().map_or(base, |&part| NewColumn::Below(part));
                candidates.push(Opportunity { part: at + 1, depth: brackets.len(), column });
            }
            _ => {}
        }
    }
    candidates.retain(|it| layout.parts[it.part].kind.token().is_some());
    candidates
}
