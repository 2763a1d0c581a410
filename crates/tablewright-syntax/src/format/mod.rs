//! The layout of a file: indentation, blanks, blank lines, lines that are too long.
//!
//! [`format()`] compares the layout of a [`LosslessTree`] with the rules and gives the differences as edits of blanks and
//! line breaks. Line breaks stay where they are: a line is divided only where it is longer than
//! [`LayoutOptions::width`]. What is aligned by hand stays aligned, and comments and code literals stay as they are.
//!
//! The rules are those that nearly all files of LLVM follow, so that little changes there:
//!
//! - An item of a body or block is indented by its depth, in steps as most of the file has them. The statements of a block may also all stand in the column of
//!   the statement around it, as those of `let … in { … }` often do; see [`LetBlocks`].
//! - A line that continues an item moves with its first line, or with the part of a line below which it starts.
//! - Between two tokens of a line stands one blank or none. Around `:`, `=`, commas and braces it is what the file does
//!   most often, elsewhere what is there. Several blanks stay where the next token starts or ends in a column in which
//!   another one does on a line nearby.
//! - No blanks at the end of a line, a line break at the end of the file, not more than
//!   [`LayoutOptions::max_blank_lines`].
//!
//! Lines between the comments `// tablewright: off` and `// tablewright: on` stay as they are.

mod alignment;
mod indentation;
mod lines;
mod long_lines;
mod spacing;
mod write;

#[cfg(test)]
mod tests;

use std::ops::{Range, RangeInclusive};

use crate::lossless::{LosslessTree, SyntaxError};

use alignment::align;
use indentation::{follow_parts_above, indent};
use lines::{Layout, Permissions};
use long_lines::divide;
use spacing::space;

/// What the layout of a file is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutOptions {
    /// From how many columns on a line is too long; `None` for no limit.
    pub width: Option<usize>,
    /// By how many columns the items of a body are indented; `None` for what the file does most often.
    pub indent: Option<usize>,
    /// How the statements of a `let … in { … }` are indented.
    pub let_blocks: LetBlocks,
    /// The `=` of fields and `let`s on lines one below the other.
    pub equals: Alignment,
    /// Comments after the tokens of lines one below the other.
    pub comments: Alignment,
    /// How many blank lines may stand together.
    pub max_blank_lines: usize,
}

impl Default for LayoutOptions {
    fn default() -> LayoutOptions {
        LayoutOptions {
            width: Some(80),
            indent: None,
            let_blocks: LetBlocks::Keep,
            equals: Alignment::Keep,
            comments: Alignment::Keep,
            max_blank_lines: 2,
        }
    }
}

/// How the statements of a `let … in { … }` are indented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetBlocks {
    /// As most statements of the block are.
    Keep,
    /// By one step.
    Indent,
    /// Not at all.
    Flat,
}

/// What becomes of parts that may be aligned on lines one below the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    /// They stay aligned where they are.
    Keep,
    /// They are aligned.
    Align,
    /// One blank stands before them.
    Single,
}

/// Which lines may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineSelection {
    /// All of them.
    All,
    /// These, counted from 1.
    Lines(Vec<RangeInclusive<usize>>),
}

impl LineSelection {
    fn contains(&self, line: usize) -> bool {
        match self {
            LineSelection::All => true,
            LineSelection::Lines(ranges) => ranges.iter().any(|range| range.contains(&line)),
        }
    }
}

/// Why a part of the layout changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LayoutRule {
    /// The indentation of a line.
    Indentation,
    /// Blanks between tokens of a line.
    Spacing,
    /// A line that is too long.
    LongLine,
    /// Blanks at the end of a line.
    TrailingBlanks,
    /// Blank lines, and the end of the file.
    BlankLines,
}

impl LayoutRule {
    /// All rules.
    pub const ALL: [LayoutRule; 5] = [
        LayoutRule::Indentation,
        LayoutRule::Spacing,
        LayoutRule::LongLine,
        LayoutRule::TrailingBlanks,
        LayoutRule::BlankLines,
    ];
}

/// A change of blanks or line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutEdit {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What takes their place.
    pub replacement: String,
    /// Why.
    pub rule: LayoutRule,
}

/// Why a file has no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// There is a syntax error, the first one of which is here.
    Syntax(SyntaxError),
    /// The text after the changes would not have the tokens and comments of the text before: a fault of this
    /// program.
    TokensDiffer,
}

/// The changes that give a file its layout, in order, and none of them overlapping.
///
/// The text after the changes has the same tokens and comments, which is checked each time.
///
/// # Errors
/// Where the file has syntax errors, or the check fails.
pub fn format(
    tree: &LosslessTree,
    options: &LayoutOptions,
    lines: &LineSelection,
) -> Result<Vec<LayoutEdit>, LayoutError> {
    if let Some(error) = tree.errors().first() {
        return Err(LayoutError::Syntax(*error));
    }
    let before = Layout::new(tree);
    let permissions = before.permissions(lines);
    let mut text = changed_text(tree, &permissions, options);
    let mut after = LosslessTree::new(&*text).map_err(|_| LayoutError::TokensDiffer)?;
    // A change may move what was aligned with something else. So this is done until nothing changes any more.
    for _ in 1..MAX_ROUNDS {
        if Layout::new(&after).parts.len() != before.parts.len() {
            return Err(LayoutError::TokensDiffer);
        }
        let next = changed_text(&after, &permissions, options);
        if next == text {
            break;
        }
        text = next;
        after = LosslessTree::new(&*text).map_err(|_| LayoutError::TokensDiffer)?;
    }
    write::edits(&before, &Layout::new(&after)).ok_or(LayoutError::TokensDiffer)
}

/// How often the rules are applied to what they gave.
const MAX_ROUNDS: usize = 64;

/// The text to which the rules change that of a tree.
fn changed_text(tree: &LosslessTree, permissions: &Permissions, options: &LayoutOptions) -> String {
    let mut layout = Layout::new(tree);
    let continued = indent(&mut layout, permissions, options);
    space(&mut layout, permissions);
    follow_parts_above(&mut layout, permissions, &continued);
    align(&mut layout, permissions, options);
    divide(&mut layout, permissions, options);
    write::text(&layout, permissions, options)
}

/// The text after changes that are in order and do not overlap.
pub fn apply(text: &str, edits: &[LayoutEdit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        out.push_str(&text[at..edit.range.start]);
        out.push_str(&edit.replacement);
        at = edit.range.end;
    }
    out.push_str(&text[at..]);
    out
}
