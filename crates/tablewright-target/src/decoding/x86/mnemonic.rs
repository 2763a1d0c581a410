//! The mnemonic of an instruction of X86.

use tablewright_records::{FieldError, Record, RecordView};

use crate::instructions::asm_string::of_variant;
use crate::record_views::instruction::InstructionRecord;

/// The operand in an instruction's text that stands for any condition.
const CONDITION: &str = "${cond}";

/// The mnemonic of an instruction in a dialect: what stands before the first tab, in capital letters,
/// any condition as `CC`.
///
/// # Errors
/// Where its text is unset.
pub fn mnemonic(instruction: Record<'_>, dialect: usize) -> Result<String, FieldError> {
    let text = of_variant(InstructionRecord::new(instruction).asm_string()?, dialect);
    let mnemonic = text.split('\t').next().unwrap_or_default();
    Ok(mnemonic.replacen(CONDITION, "CC", 1).to_ascii_uppercase())
}
