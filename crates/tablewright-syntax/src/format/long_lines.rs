//! Division of lines that are too long.
//!
//! A body or block is divided first: its items and its closing brace get lines of their own. Other
//! lines are divided after commas, outermost brackets first, or before the colon of parents.

use super::LayoutOptions;
use super::indentation::{Follower, Role, Roles};
use super::lines::{
    FormatLine, Layout, Part, PartKind, Permissions, column_after, is_closing_bracket,
    is_open_bracket,
};
use super::spacing::Owner;
use crate::lossless::TokenKind;

/// Columns by which a continuation line is indented if no bracket is open.
const CONTINUATION: usize = 4;
/// Lines above and below a line that may be rows of the same table.
const ROWS: usize = 4;

/// A part before which a line may be divided.
#[derive(Clone, Copy)]
struct Opportunity {
    part: usize,
    /// A lower rank is preferred.
    rank: usize,
    column: NewColumn,
}

/// Returns the rank of a break after a comma inside `depth` brackets.
fn rank_of_comma(depth: usize) -> usize {
    2 * depth + 1
}

/// The rank of the colon after a class's parameters, below any comma in brackets.
const COLON_AFTER_PARAMETERS: usize = 2;
/// The rank of another colon, below a comma in brackets within brackets.
const COLON: usize = 4;

/// The column in which a part starts after a line break.
#[derive(Clone, Copy)]
enum NewColumn {
    Fixed(usize),
    /// The column of the part with this index, after earlier breaks have moved it.
    Below(usize),
}

/// Sets the columns of continuation lines and divides long lines.
pub(super) fn divide(
    layout: &mut Layout<'_>,
    permissions: &Permissions,
    roles: &Roles,
    owners: &[Owner],
    options: &LayoutOptions,
) {
    let divider = Divider { owners, roles, options };
    let mut follower = Follower::default();
    for index in 0..layout.lines.len() {
        follower.follow(layout, permissions, roles, index);
        if options.width.is_some_and(|width| grows_beyond(layout, index, width)) {
            let line = &layout.lines[index];
            for part in &mut layout.parts[line.first..line.end] {
                part.gap.new = part.gap.old;
            }
        }
        let line = &layout.lines[index];
        if (line.first..line.end).all(|at| permissions.before[at])
            && let Some(width) = options.width
            && end_of_tokens(layout, line) > width
            && layout.is_single(line)
            && !is_row_of_table(layout, index)
        {
            layout.lines[index].breaks = divider.breaks(layout, index, width);
        }
    }
}

/// Returns whether added blanks make a line longer than the width.
fn grows_beyond(layout: &Layout<'_>, index: usize, width: usize) -> bool {
    let line = &layout.lines[index];
    let old_end = |(last, _)| {
        let last: &Part = &layout.parts[last];
        column_after(last.column, layout.text(last))
    };
    layout.last_token(line).map_or(0, old_end) <= width && end_of_tokens(layout, line) > width
}

/// Returns the column after a line's last token. Comments may exceed the width.
fn end_of_tokens(layout: &Layout<'_>, line: &FormatLine) -> usize {
    let Some((last, _)) = layout.last_token(line) else { return 0 };
    let (columns, _) = layout.new_columns(line);
    column_after(columns[last - line.first], layout.text(&layout.parts[last]))
}

/// Returns whether the line is a row in a table. It is if it has parts aligned by hand, if a line
/// nearby has the same kinds of tokens, or if an adjacent line has an aligned part in the same column
/// as a part here.
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
    let nearby = index.saturating_sub(ROWS)..layout.lines.len().min(index + ROWS + 1);
    nearby.filter(|&other| other != index).any(|other| {
        let (distance, other) = (other.abs_diff(index), &layout.lines[other]);
        kinds(other) == own
            || distance == 1 && aligned(other).iter().any(|column| columns.contains(column))
    })
}

/// Returns the column for parts that continue the line outside brackets.
fn continuation_column(layout: &Layout<'_>, line: &FormatLine) -> usize {
    let before = line.first.checked_sub(1).and_then(|before| layout.parts[before].kind.token());
    let continues_list = before == Some(TokenKind::Comma) || before.is_some_and(is_inner_bracket);
    line.new_indent + if continues_list { 0 } else { CONTINUATION }
}

fn is_inner_bracket(kind: TokenKind) -> bool {
    is_open_bracket(kind) && kind != TokenKind::LBrace
}

/// Returns whether list elements, arguments or dag operands start on the next line.
fn ends_in_list(layout: &Layout<'_>, line: &FormatLine) -> bool {
    layout.last_token(line).is_some_and(|(_, kind)| is_inner_bracket(kind))
}

/// Returns the next line's column if it continues this line outside brackets.
fn next_column(layout: &Layout<'_>, line: &FormatLine) -> Option<usize> {
    let mut open = 0isize;
    for kind in layout.parts_of(line).iter().filter_map(|part| part.kind.token()) {
        open += isize::from(is_open_bracket(kind)) - isize::from(is_closing_bracket(kind));
    }
    let last = layout.parts[line.end - 1].kind.token();
    let after = layout.lines.partition_point(|next| next.first < line.end);
    let next = layout.lines.get(after)?;
    (open == 0 && last == Some(TokenKind::Comma)).then_some(next.new_indent)
}

/// The columns of a line's parts while it is divided.
struct MovedColumns<'c> {
    first: usize,
    columns: &'c [usize],
    /// Pairs of a part and the columns by which it and all later parts move.
    moves: Vec<(usize, isize)>,
}

impl MovedColumns<'_> {
    fn column(&self, part: usize) -> usize {
        let (_, moved) = self.moves[self.moves.partition_point(|(from, _)| *from <= part) - 1];
        self.columns[part - self.first].saturating_add_signed(moved)
    }

    /// Moves a part, and those after it, so that it starts in `column`.
    fn move_to(&mut self, part: usize, column: usize) {
        self.moves.push((part, column as isize - self.columns[part - self.first] as isize));
    }
}

struct Divider<'r> {
    owners: &'r [Owner],
    roles: &'r Roles,
    options: &'r LayoutOptions,
}

impl Divider<'_> {
    /// Returns the parts before which a line is divided, with their new columns.
    fn breaks(&self, layout: &Layout<'_>, index: usize, width: usize) -> Vec<(usize, usize)> {
        let line = &layout.lines[index];
        let items = self.breaks_before_items(layout, line);
        if items.is_empty() { self.breaks_in_item(layout, line, width) } else { items }
    }

    /// Returns the items and closing braces in the outermost body or block of a line, or its `else`.
    fn breaks_before_items(&self, layout: &Layout<'_>, line: &FormatLine) -> Vec<(usize, usize)> {
        let PartKind::Token(first, _) = layout.parts[line.first].kind else { return Vec::new() };
        let mut candidates = Vec::new();
        for at in line.first + 1..line.end {
            let [before, part] = [at - 1, at].map(|at| &layout.parts[at]);
            let Some(role) = self.roles.role(part) else { continue };
            let is_empty = before.kind.token() == Some(TokenKind::LBrace);
            let (depth, step) = match role {
                Role::Item(block) => {
                    (self.roles.depth(block, first), self.roles.step(block, self.options))
                }
                Role::Close(block) if !is_empty => (self.roles.depth(block, first), 0),
                Role::Level(item) if part.kind.token() == Some(TokenKind::KwElse) => {
                    (self.roles.depth_of_else(item, first), 0)
                }
                Role::Close(_) | Role::Level(_) | Role::Continuation(_) | Role::Free => continue,
            };
            candidates.push((depth, (at, line.new_indent + step)));
        }
        let outermost = candidates.iter().map(|&(depth, _)| depth).min();
        candidates.retain(|&(depth, _)| Some(depth) == outermost);
        candidates.into_iter().map(|(_, new)| new).collect()
    }

    /// Returns the parts of an item before which a line is divided.
    fn breaks_in_item(
        &self,
        layout: &Layout<'_>,
        line: &FormatLine,
        width: usize,
    ) -> Vec<(usize, usize)> {
        let (columns, _) = layout.new_columns(line);
        let all_opportunities = self.opportunities(layout, line);
        let mut remaining = &all_opportunities[..];
        let mut breaks = Vec::new();
        let mut moved =
            MovedColumns { first: line.first, columns: &columns, moves: vec![(line.first, 0)] };
        let mut start = line.first;
        loop {
            let end = |at: usize| column_after(moved.column(at), layout.text(&layout.parts[at]));
            let last = (start..line.end).rev().find(|&at| layout.parts[at].kind.token().is_some());
            let Some(last) = last.filter(|&last| end(last) > width) else { return breaks };
            let usable = |it: &Opportunity| {
                let column = new_column(line, it, remaining, &moved, end(last), width)?;
                // A colon divides a line only if the parents then fit.
                let fits = column + (end(last) - moved.column(it.part)) <= width;
                (it.rank != COLON || fits).then_some((*it, column))
            };
            let best = remaining
                .iter()
                .take_while(|it| end(it.part - 1) <= width)
                .filter_map(usable)
                .min_by_key(|(it, _)| (it.rank, usize::MAX - it.part))
                .or_else(|| usable(remaining.first()?));
            let Some((best, column)) = best else { return breaks };
            breaks.push((best.part, column));
            moved.move_to(best.part, column);
            start = best.part;
            remaining = &remaining[remaining.partition_point(|it| it.part <= start)..];
        }
    }

    /// Returns the parts of an item before which a line may be divided, in order.
    fn opportunities(&self, layout: &Layout<'_>, line: &FormatLine) -> Vec<Opportunity> {
        let mut base = NewColumn::Fixed(continuation_column(layout, line));
        let next_line = next_column(layout, line);
        let mut candidates = Vec::new();
        // The part after each open bracket.
        let mut brackets: Vec<usize> = Vec::new();
        // The contents of a list that starts on the next line are indented below this line.
        let may_divide_at_colon = !ends_in_list(layout, line);
        for at in line.first..line.end {
            let PartKind::Token(id, kind) = layout.parts[at].kind else { continue };
            match kind {
                kind if is_open_bracket(kind) => brackets.push(at + 1),
                kind if is_closing_bracket(kind) => {
                    let was_opened_above = brackets.pop().is_none();
                    if was_opened_above {
                        base = NewColumn::Fixed(line.new_indent);
                    }
                }
                TokenKind::Colon
                    if self.owners[id.index()] == Owner::Parents && at + 1 < line.end =>
                {
                    if at > line.first && may_divide_at_colon {
                        let has_parameters =
                            layout.parts[at - 1].kind.token() == Some(TokenKind::Greater);
                        let rank = if has_parameters { COLON_AFTER_PARAMETERS } else { COLON };
                        let column = NewColumn::Fixed(line.new_indent + CONTINUATION);
                        candidates.push(Opportunity { part: at, rank, column });
                    }
                    base = next_line.map_or(NewColumn::Below(at + 1), NewColumn::Fixed);
                }
                TokenKind::Comma if at + 1 < line.end => {
                    let column = brackets.last().map_or(base, |&part| NewColumn::Below(part));
                    let rank = rank_of_comma(brackets.len());
                    candidates.push(Opportunity { part: at + 1, rank, column });
                }
                _ => {}
            }
        }
        candidates.retain(|it| layout.parts[it.part].kind.token().is_some());
        candidates
    }
}

/// Returns the column in which the part starts if the line is divided before it; `None` if hardly
/// anything would fit there. `end` is the column after the line's last token.
fn new_column(
    line: &FormatLine,
    opportunity: &Opportunity,
    remaining: &[Opportunity],
    moved: &MovedColumns<'_>,
    end: usize,
    width: usize,
) -> Option<usize> {
    let column = match opportunity.column {
        NewColumn::Fixed(column) => column,
        NewColumn::Below(part) => moved.column(part),
    };
    // The text before the next break that is as good as this one.
    let next = remaining
        .iter()
        .find(|it| it.part > opportunity.part && it.rank <= opportunity.rank)
        .map_or(end, |it| moved.column(it.part));
    let length = next - moved.column(opportunity.part);
    let fallback = line.new_indent + CONTINUATION;
    if column <= width * 5 / 8 || column + length <= width {
        Some(column)
    } else {
        (line.new_indent <= width / 2).then_some(fallback)
    }
}
