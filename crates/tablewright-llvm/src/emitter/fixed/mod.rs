//! Fixed-length encodings: tables with fixed bits, and code that merges operands into them.

mod code;
mod emit;
mod encodings;
mod operand_of_field;

use tablewright_backend::Failure;
use tablewright_syntax::diagnostic::Diagnostics;

use super::source::EncoderSource;
use super::switch::Switch;
use encodings::FixedEncodings;

pub(super) use emit::emit;

/// The model for fixed-length encodings.
pub(super) struct FixedEmitter<'s> {
    encodings: FixedEncodings<'s>,
    /// The code that merges operands.
    merge: Switch<'s>,
    /// Operand bit offsets.
    offsets: Switch<'s>,
}

impl<'s> FixedEmitter<'s> {
    /// Builds the model.
    ///
    /// # Errors
    /// If encodings name operands that instructions do not have.
    pub(super) fn collect(
        source: &EncoderSource<'s>,
        diagnostics: &mut Diagnostics,
    ) -> Result<FixedEmitter<'s>, Failure> {
        let encodings = FixedEncodings::collect(source, diagnostics)?;
        let groups = || encodings.groups.iter();
        let merge = groups().map(|g| (code::merge(&encodings, &g.code), g.opcodes.clone()));
        let offsets =
            groups().map(|g| (code::operand_offsets(&encodings, &g.code), g.opcodes.clone()));
        Ok(FixedEmitter {
            merge: Switch::new(&encodings.opcodes, merge),
            offsets: Switch::new(&encodings.opcodes, offsets),
            encodings,
        })
    }
}
