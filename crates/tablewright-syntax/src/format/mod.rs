//! The layout of a file: indentation, blanks, blank lines, long lines.
//!
//! In: a [`LosslessTree`]. Out: edits that change blanks and line breaks until the file follows the
//! rules. [`format()`] keeps line breaks, except that it divides lines longer than
//! [`LayoutOptions::width`]. It keeps alignment made by hand, comments and code literals.
//!
//! The rules match nearly all LLVM files, so little changes there:
//!
//! - Each level of nesting indents the items in a body or block by one step. The step is the most
//!   frequent one in the file. The statements in a block may also start in the column of the
//!   surrounding statement, as they often do in `let … in { … }`; see [`LetBlocks`].
//! - A line that continues an item moves with the item's first line, or with the part it is aligned
//!   below.
//! - Two tokens in a line have one blank between them or none. Around `:`, `=`, commas and braces
//!   the file's most frequent choice applies; elsewhere the present choice stays. Several blanks
//!   stay if the next token is aligned: if it starts or ends in the same column as a token in a
//!   nearby line.
//! - Lines do not end in blanks, the file ends in a line break, and at most
//!   [`LayoutOptions::max_blank_lines`] blank lines are adjacent.
//!
//! Lines between the comments `// tablewright: off` and `// tablewright: on` do not change.

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
use indentation::indent;
use lines::{Layout, Permissions};
use long_lines::divide;
use spacing::{owners, space};

/// Settings for the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutOptions {
    /// Maximum columns in a line; `None` if unlimited.
    pub width: Option<usize>,
    /// Columns by which body items are indented; `None` for the file's most frequent step.
    pub indent: Option<usize>,
    /// Indentation of the statements in a `let … in { … }`.
    pub let_blocks: LetBlocks,
    /// Alignment of `=` in adjacent fields and `let`s.
    pub equals: Alignment,
    /// Alignment of trailing comments in adjacent lines.
    pub comments: Alignment,
    /// Maximum number of adjacent blank lines.
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

/// Indentation of the statements in a `let … in { … }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetBlocks {
    /// The indentation that most statements in the block have.
    Keep,
    /// One step.
    Indent,
    /// None.
    Flat,
}

/// Treatment of parts that may be aligned in adjacent lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    /// Alignment is neither added nor removed.
    Keep,
    /// Aligned.
    Align,
    /// Preceded by one blank.
    Single,
}

/// The lines that may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineSelection {
    /// All lines.
    All,
    /// These lines, from 1.
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

/// The reason for a change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LayoutRule {
    /// A line's indentation.
    Indentation,
    /// Blanks between tokens in a line.
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

/// A change to blanks or line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutEdit {
    /// Byte range of the replaced text.
    pub range: Range<usize>,
    /// The new text.
    pub replacement: String,
    /// The rule that requires the change.
    pub rule: LayoutRule,
}

/// The reason why a file cannot be formatted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// The first syntax error in the file.
    Syntax(SyntaxError),
    /// The changed text would not have the same tokens and comments: an internal error.
    TokensDiffer,
}

/// Returns the changes that give a file its layout, in order and without overlaps.
///
/// Each call checks that the changed text has the same tokens and comments.
///
/// # Errors
/// If the file has syntax errors, or if the check fails.
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
    // A change may move text that other text was aligned with, so the rules are applied until
    // nothing changes.
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

/// Maximum number of times that the rules are applied to their own result.
const MAX_ROUNDS: usize = 64;

/// Applies the rules to a tree's text once.
fn changed_text(tree: &LosslessTree, permissions: &Permissions, options: &LayoutOptions) -> String {
    let mut layout = Layout::new(tree);
    let roles = indent(&mut layout, permissions, options);
    let owners = owners(&layout);
    space(&mut layout, permissions, &owners);
    align(&mut layout, permissions, options);
    divide(&mut layout, permissions, &roles, &owners, options);
    write::text(&layout, permissions, options)
}

/// Returns the text after changes that are in order and do not overlap.
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
