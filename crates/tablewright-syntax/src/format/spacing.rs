//! Blanks between the parts of a line.
//!
//! Files differ in whether a blank stands after the commas of a list, before the colon of parents, and so on. The rule is
//! what the file does most often; where it shows too little, it is what most files do.

use super::lines::{Layout, Line, Part, PartKind, Permissions, column_after};
use crate::lossless::{NodeId, NodeKind, TokenKind};

/// How many blanks stand between two parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blanks {
    /// None or one, as nearly everywhere in the file: see [`FileStyle`].
    Of(Point),
    /// None or one, as it is.
    Either,
    /// As it is.
    Any,
}

/// Two tokens between which there are none or one blank throughout a file.
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
    /// Around the colon of an argument of a dag.
    DagColon,
    /// After the colon of a case.
    CaseColon,
    /// Around the `=` of an argument, and around another one.
    ArgumentEqual,
    Equal,
    /// Before the brace of a block.
    Brace,
}

const POINTS: usize = Point::Brace as usize + 1;
/// How often a file may be unusual without meaning it.
const SLIPS: usize = 2;

/// How a file is written: at each point, in how many lines there is no blank, and in how many there is one or more.
#[derive(Default)]
struct FileStyle {
    without: [usize; POINTS],
    with: [usize; POINTS],
}

impl FileStyle {
    fn of(layout: &Layout<'_>, owners: &[Owner]) -> FileStyle {
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

    /// How many blanks there are at a point: what is usual, unless the file has the other clearly more often.
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

/// What a `:` or `=` belongs to, if that matters for the blanks around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The parents of a class or record.
    Parents,
    /// An argument of a dag.
    Dag,
    /// A case of `!cond` or `!switch`.
    Case,
    /// A template argument by name.
    Argument,
    /// The braces of a body or block.
    Block,
    /// Elements, bits or ranges: a comma between such.
    List,
    Other,
}

/// How many lines above and below are searched for something that a part is aligned with, and how many of those that
/// start in the same column: the others continue the rows of a table.
const WINDOW: usize = 32;
const NEIGHBOURS: usize = 4;

/// Decides how many blanks stand between the parts of each line.
pub(super) fn space(layout: &mut Layout<'_>, permissions: &Permissions) {
    let owners = owners(layout);
    let style = FileStyle::of(layout, &owners);
    for index in 0..layout.lines.len() {
        let (first, end) = (layout.lines[index].first, layout.lines[index].end);
        for at in first + 1..end {
            if !permissions.before[at] {
                continue;
            }
            let (left, right) = (layout.parts[at - 1], layout.parts[at]);
            let old = right.gap.old;
            let new = match blanks(&left, &right, &owners) {
                Blanks::Any => continue,
                Blanks::Of(point) => style.blanks(point),
                Blanks::Either => old.min(1),
            };
            if old <= 1 || !is_aligned(layout, index, &right) {
                layout.parts[at].gap.new = new;
            }
        }
    }
}

/// The owners of tokens, by their index.
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
        for found in node.own_tokens().filter(|it| it.kind() == token) {
            owners[found.id().index()] = owner;
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

/// Whether a part is aligned with one of a line nearby: of the lines next to it, or of others that start in the same
/// column. Two parts are aligned that start in one column after a blank, or numbers that end in one column.
fn is_aligned(layout: &Layout<'_>, line: usize, part: &Part) -> bool {
    let lines = &layout.lines;
    let indent = lines[line].old_indent;
    let end = |part: &Part| column_after(part.column, layout.text(part));
    let is_number = |part: &Part| part.kind.token() == Some(TokenKind::Int);
    let is_below = |other: &Part, is_first: bool| {
        let starts = part.column == other.column
            && (is_first || other.gap.old > 0)
            && alignment_class(part) == alignment_class(other);
        starts || is_number(part) && is_number(other) && end(part) == end(other)
    };
    let has_one = |other: &Line| {
        let mut parts = layout.parts_of(other).iter().enumerate();
        parts.any(|(index, other)| is_below(other, index == 0))
    };
    let is_row = |other: &&Line| other.old_indent == indent;
    let (above, below) = (&lines[..line], &lines[line + 1..]);
    let next = above.last().into_iter().chain(below.first());
    let rows_above = above.iter().rev().take(WINDOW).filter(is_row).take(NEIGHBOURS);
    let rows_below = below.iter().take(WINDOW).filter(is_row).take(NEIGHBOURS);
    next.chain(rows_above).chain(rows_below).any(has_one)
}

/// Parts of one class are aligned with each other: names and other values as one, marks each by themselves.
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
