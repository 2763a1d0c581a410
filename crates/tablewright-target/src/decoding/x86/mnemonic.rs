//! X86 instruction mnemonics.

use tablewright_records::{FieldError, Record, RecordView};

use crate::instructions::asm_string::for_variant;
use crate::record_views::instruction::InstructionRecord;

/// The placeholder for a condition in instruction text.
const CONDITION: &str = "${cond}";

/// Returns the mnemonic of an instruction in a dialect: the text before the first tab in capital
/// letters, with `CC` for a condition.
///
/// # Errors
/// Returns an error if the instruction text is unset.
pub fn mnemonic(instruction: Record<'_>, dialect: usize) -> Result<String, FieldError> {
    let text = for_variant(InstructionRecord::new(instruction).asm_string()?, dialect);
    let mnemonic = text.split('\t').next().unwrap_or_default();
    Ok(mnemonic.replacen(CONDITION, "CC", 1).to_ascii_uppercase())
}
