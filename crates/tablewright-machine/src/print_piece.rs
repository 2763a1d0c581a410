//! Pieces of printed text.

use crate::text_builder::TextRuleId;

/// A piece of an instruction's text.
#[derive(Clone, Debug)]
pub(crate) enum InsnPiece {
    Text(String),
    Operand {
        /// The machine operand.
        operand: usize,
        rule: TextRuleId,
    },
    /// A modifier without an operand.
    Special(String),
}

/// Adds text to the last piece, or as a new piece.
pub(crate) fn push_text(pieces: &mut Vec<InsnPiece>, text: &str) {
    if let Some(InsnPiece::Text(last)) = pieces.last_mut() {
        last.push_str(text);
    } else if !text.is_empty() {
        pieces.push(InsnPiece::Text(text.to_owned()));
    }
}
