//! The text of a diagnostic for Clang at run time.

use std::borrow::Cow;

use tablewright_records::FieldError;
use tablewright_text::append;

use super::text::{DiagText, DiagTextPiece, DiagTextSubstitutions};
use crate::record_views::diagnostic::DiagnosticRecord;

/// Returns the text for Clang at run time: as written, with substitutions expanded.
pub(crate) fn definition_text<'s>(
    diag: DiagnosticRecord<'s>,
    substitutions: &DiagTextSubstitutions,
) -> Result<Cow<'s, str>, FieldError> {
    let summary = diag.summary()?;
    if !summary.contains('%') {
        return Ok(Cow::Borrowed(summary));
    }
    let mut out = String::with_capacity(summary.len());
    write_text(&mut out, &substitutions.text_of(diag)?);
    Ok(Cow::Owned(out))
}

fn write_text(out: &mut String, text: &DiagText<'_>) {
    for piece in &text.pieces {
        match piece {
            DiagTextPiece::Words(words) => append!(out, words),
            DiagTextPiece::Argument { modifier, index } => append!(out, "%", modifier, index),
            DiagTextPiece::PluralS { index } => append!(out, "%s", index),
            DiagTextPiece::Select { options, index, .. } => {
                append!(out, "%select{");
                for (i, option) in options.iter().enumerate() {
                    append!(out, if i > 0 { "|" } else { "" });
                    write_text(out, option);
                }
                append!(out, "}", index);
            }
            DiagTextPiece::Plural { options, index } => {
                append!(out, "%plural{");
                for (i, (condition, option)) in options.iter().enumerate() {
                    append!(out, if i > 0 { "|" } else { "" }, condition);
                    write_text(out, option);
                }
                append!(out, "}", index);
            }
            DiagTextPiece::Diff { parts, indices: [first, second] } => {
                append!(out, "%diff{");
                for (part, end) in parts.iter().zip(["$", "$", "|", "}"]) {
                    write_text(out, part);
                    append!(out, end);
                }
                append!(out, first, ",", second);
            }
        }
    }
}
