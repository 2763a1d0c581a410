//! Blanks between the parts in a line.
//!
//! Files differ in whether a blank follows the commas in a list, precedes the colon before parents,
//! and so on. The file's most frequent choice applies; if a file has too few cases, the most
//! frequent choice in other files applies.

use super::lines::{FormatLine, Layout, Part, PartKind, Permissions, column_after};
use crate::lossless::{NodeId, NodeKind, TokenKind};

/// The number of blanks allowed between two parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blanks {
    /// Zero or one, the same at all such points in the file; see [`FileStyle`].
    Of(Point),
    /// Zero or one, as in the input.
    Either,
    /// Any number, as in the input.
    Any,
}

/// A place between two tokens that has the same number of blanks, zero or one, throughout a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    /// Before a comma or semicolon.
    BeforeComma,
    /// After a comma in brackets or braces.
    AfterListComma,
    /// After another comma.
    AfterComma,
    /// Before and after the colon of parents.
    BeforeParentsColon,
    AfterParentsColon,
    /// Around the colon in a dag argument.
    DagColon,
    /// After the colon in a case.
    CaseColon,
    /// Around the `=` in a template argument, and around any other `=`.
    ArgumentEqual,
    Equal,
    /// Before a block's opening brace.
    Brace,
}

const POINTS: usize = Point::Brace as usize + 1;
/// Number of unusual lines that count as mistakes, not as the file's style.
const SLIPS: usize = 2;

/// A file's style: for each point, the number of places without a blank and with blanks.
#[derive(Default)]
struct FileStyle {
    without: [usize; POINTS],
    with: [usize; POINTS],
}

impl FileStyle {
    fn new(layout: &Layout<'_>, owners: &[Owner]) -> FileStyle {
        let mut style = FileStyle::default();
        for line in &layout.lines {
            for pair in layout.parts_of(line).windows(2) {
                if let Blanks::Of(point) = blanks(&pair[0], &pair[1], owners) {
                    let counts =
                        if pair[1].gap.old == 0 { &mut style.without } else { &mut style.with };
                    counts[point as usize] += 1;
                }
            }
        }
        style
    }

    /// Returns the number of blanks at a point: the usual choice, unless the file clearly prefers
    /// the other.
    fn blanks(&self, point: Point) -> usize {
        let (with, without) = (self.with[point as usize], self.without[point as usize]);
        usize::from(match point {
            Point::BeforeComma | Point::DagColon => with > without + SLIPS,
            Point::AfterListComma
            | Point::AfterComma
            | Point::BeforeParentsColon
            | Point::AfterParentsColon
            | Point::CaseColon
            | Point::ArgumentEqual
            | Point::Equal
            | Point::Brace => with + SLIPS >= without,
        })
    }
}

/// The construct with a `:`, `=`, comma or brace, if it matters for the blanks around the token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The parents of a class or record.
    Parents,
    /// An argument in a dag.
    Dag,
    /// A case in `!cond` or `!switch`.
    Case,
    /// A named template argument.
    Argument,
    /// A body or block.
    Block,
    /// A list of elements, bits or ranges.
    List,
    Other,
}

/// Number of lines above and below that are searched for an aligned part, and the number of lines
/// with the same indentation that are compared. Other lines continue the rows of a table.
const WINDOW: usize = 32;
const NEIGHBOURS: usize = 4;

/// Sets the number of blanks between the parts in each line. In a row of a table, everything before
/// the last aligned part stays, so that the part keeps its column.
pub(super) fn space(layout: &mut Layout<'_>, permissions: &Permissions, owners: &[Owner]) {
    let style = FileStyle::new(layout, owners);
    let wide_lines: Vec<bool> =
        layout.lines.iter().map(|line| layout.parts_of(line).iter().any(is_wide)).collect();
    for index in 0..layout.lines.len() {
        let (first, end) = (layout.lines[index].first, layout.lines[index].end);
        let has_gap = |at: &usize| layout.parts[*at].gap.old > 0;
        let mut parts = (first + 1..end).rev().filter(has_gap);
        let aligned = parts.find(|&at| is_aligned(layout, &wide_lines, index, at - first));
        for at in aligned.unwrap_or(first) + 1..end {
            if !permissions.before[at] {
                continue;
            }
            let (left, right) = (layout.parts[at - 1], layout.parts[at]);
            layout.parts[at].gap.new = match blanks(&left, &right, owners) {
                Blanks::Any => continue,
                Blanks::Of(point) => style.blanks(point),
                Blanks::Either => right.gap.old.min(1),
            };
        }
    }
}

/// Returns each token's owner, indexed by token.
pub(super) fn owners(layout: &Layout<'_>) -> Vec<Owner> {
    let tree = layout.tree;
    let mut owners = vec![Owner::Other; tree.tokens().len()];
    for node in (0..=tree.root().id().index()).map(|id| tree.node(NodeId::from_index(id))) {
        let (owner, token) = match node.kind() {
            NodeKind::ParentList => (Owner::Parents, TokenKind::Colon),
            NodeKind::DagArg => (Owner::Dag, TokenKind::Colon),
            NodeKind::Case => (Owner::Case, TokenKind::Colon),
            NodeKind::Argument => (Owner::Argument, TokenKind::Equal),
            NodeKind::Body | NodeKind::Block => (Owner::Block, TokenKind::LBrace),
            NodeKind::ListValue | NodeKind::BitsValue | NodeKind::RangeList => {
                (Owner::List, TokenKind::Comma)
            }
            _ => continue,
        };
        for own_token in node.own_tokens().filter(|it| it.kind() == token) {
            owners[own_token.id().index()] = owner;
        }
    }
    owners
}

fn blanks(left: &Part, right: &Part, owners: &[Owner]) -> Blanks {
    let (PartKind::Token(left_id, left), PartKind::Token(right_id, right)) =
        (left.kind, right.kind)
    else {
        return Blanks::Any;
    };
    let (left_owner, right_owner) = (owners[left_id.index()], owners[right_id.index()]);
    match (right, right_owner) {
        (TokenKind::Comma | TokenKind::Semi, _) => return Blanks::Of(Point::BeforeComma),
        (TokenKind::Equal, Owner::Argument) => return Blanks::Of(Point::ArgumentEqual),
        (TokenKind::Equal, _) => return Blanks::Of(Point::Equal),
        (TokenKind::LBrace, Owner::Block) => return Blanks::Of(Point::Brace),
        (TokenKind::Colon, Owner::Parents) => return Blanks::Of(Point::BeforeParentsColon),
        (TokenKind::Colon, Owner::Dag) => return Blanks::Of(Point::DagColon),
        _ => {}
    }
    match (left, left_owner) {
        (TokenKind::Comma, Owner::List) => Blanks::Of(Point::AfterListComma),
        (TokenKind::Comma, _) => Blanks::Of(Point::AfterComma),
        (TokenKind::Equal, Owner::Argument) => Blanks::Of(Point::ArgumentEqual),
        (TokenKind::Equal, _) => Blanks::Of(Point::Equal),
        (TokenKind::Colon, Owner::Parents) => Blanks::Of(Point::AfterParentsColon),
        (TokenKind::Colon, Owner::Dag) => Blanks::Of(Point::DagColon),
        (TokenKind::Colon, Owner::Case) => Blanks::Of(Point::CaseColon),
        _ => Blanks::Either,
    }
}

/// Returns whether a part is aligned with a part in an adjacent line, or in a nearby line with the
/// same indentation. Two parts are aligned if they start in the same column, one of them after
/// several blanks. Two numbers, or two parts after several blanks, are also aligned if they end in the
/// same column. So are two other parts if one is after several blanks, and the lines have the same kinds
/// of tokens up to there.
///
/// `place` is the part's index in its line. `wide_lines` tells for each line whether it has several blanks before a part.
fn is_aligned(layout: &Layout<'_>, wide_lines: &[bool], line: usize, place: usize) -> bool {
    let lines = &layout.lines;
    let own_parts = layout.parts_of(&lines[line]);
    let part = &own_parts[place];
    let indent = lines[line].old_indent;
    let end = |part: &Part| column_after(part.column, layout.text(part));
    let is_number = |part: &Part| part.kind.token() == Some(TokenKind::Int);
    let has_same_kinds = |others: &[Part], other_place: usize| {
        let token = |part: &Part| part.kind.token();
        place == other_place
            && own_parts[..place].iter().map(token).eq(others[..place].iter().map(token))
    };
    let is_below = |others: &[Part], other_place: usize| {
        let other = &others[other_place];
        let is_same_class = || alignment_class(part) == alignment_class(other);
        let one_is_wide = is_wide(part) || is_wide(other);
        let both_are_wide = is_wide(part) && is_wide(other);
        let starts = part.column == other.column
            && (other_place == 0 || other.gap.old > 0)
            && one_is_wide
            && is_same_class();
        let may_end =
            one_is_wide && is_number(part) && is_number(other) || both_are_wide && is_same_class();
        let is_row = || one_is_wide && is_same_class() && has_same_kinds(others, other_place);
        starts || end(part) == end(other) && (may_end || is_row())
    };
    let has_one = |(other, may_be_wide): (&FormatLine, &bool)| {
        let parts = layout.parts_of(other);
        (is_wide(part) || *may_be_wide) && (0..parts.len()).any(|place| is_below(parts, place))
    };
    let is_row = |(other, _): &(&FormatLine, &bool)| other.old_indent == indent;
    let above = || lines[..line].iter().zip(wide_lines).rev();
    let below = || lines[line + 1..].iter().zip(&wide_lines[line + 1..]);
    let next = above().next().into_iter().chain(below().next());
    let rows_above = above().take(WINDOW).filter(is_row).take(NEIGHBOURS);
    let rows_below = below().take(WINDOW).filter(is_row).take(NEIGHBOURS);
    next.chain(rows_above).chain(rows_below).any(has_one)
}

/// Whether several blanks precede a part.
fn is_wide(part: &Part) -> bool {
    part.gap.old > 1
}

/// Returns the class of parts that a part may be aligned with: names and other values form one
/// class, each mark has its own.
fn alignment_class(part: &Part) -> Option<TokenKind> {
    let kind = part.kind.token()?;
    match kind {
        TokenKind::Colon
        | TokenKind::Equal
        | TokenKind::LBrace
        | TokenKind::RBrace
        | TokenKind::Less
        | TokenKind::Greater
        | TokenKind::RBracket
        | TokenKind::RParen
        | TokenKind::Hash
        | TokenKind::Minus
        | TokenKind::DotDotDot
        | TokenKind::Comma
        | TokenKind::Semi => Some(kind),
        _ => Some(TokenKind::Ident),
    }
}
