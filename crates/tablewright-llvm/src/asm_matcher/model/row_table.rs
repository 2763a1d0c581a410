//! The tables of rows: mnemonics and sizes.

use tablewright_records::RecordStore;
use tablewright_records::release::Feature;
use tablewright_target::assembly::{AsmMatcher, Matchable};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_text::StringTable;
use tablewright_text::byte_escape::unescape;

use super::{Conversions, FeatureSets};
use crate::support::unsigned_width::UnsignedWidth;

/// Mnemonics, widths and counts for the row tables.
pub(crate) struct RowTable {
    /// The mnemonics, the length of each before it.
    pub(crate) mnemonics: StringTable,
    /// By row, the offset of its mnemonic.
    pub(crate) mnemonic_offsets: Vec<u32>,
    /// The numbers of the variants, in order.
    pub(crate) variants: Vec<i32>,
    /// Maximum number of operands in a row.
    pub(crate) operand_count: usize,
    /// Whether some instruction is deprecated.
    pub(crate) has_deprecation: bool,
    pub(crate) mnemonic_width: UnsignedWidth,
    /// C++ opcode type.
    pub(crate) opcode_type: &'static str,
    pub(crate) signature_width: UnsignedWidth,
    pub(crate) features_width: UnsignedWidth,
    pub(crate) class_width: UnsignedWidth,
    /// Width of an operand position set.
    pub(crate) position_mask_width: UnsignedWidth,
    /// By instruction, its name.
    instruction_names: Vec<String>,
}

impl RowTable {
    pub(super) fn collect(
        store: &RecordStore,
        matcher: &AsmMatcher,
        (features, conversions): (&FeatureSets, &Conversions),
        instructions: &Instructions,
    ) -> RowTable {
        let mut mnemonics = StringTable::new();
        let rows = matcher.rows.rows();
        let mut mnemonic_offsets = Vec::with_capacity(rows.len());
        // Rows with the same mnemonic are adjacent.
        let mut last = None;
        for row in rows {
            let offset = match last {
                Some((mnemonic, offset)) if mnemonic == row.mnemonic => offset,
                _ => add_mnemonic(matcher.texts.get(row.mnemonic), &mut mnemonics),
            };
            last = Some((row.mnemonic, offset));
            mnemonic_offsets.push(offset as u32);
        }
        let greatest = mnemonic_offsets.iter().max().map_or(0, |&offset| offset as usize);
        let position_mask = matcher.custom_operands.iter().fold(0, |mask, o| mask | o.positions);
        let operand_count = |row: &Matchable| matcher.rows.operands(row).len();
        let names = instructions.records().iter();
        RowTable {
            mnemonics,
            mnemonic_offsets,
            variants: matcher.parser.variants.iter().map(|variant| variant.number).collect(),
            operand_count: rows.iter().map(operand_count).max().unwrap_or(0),
            has_deprecation: rows.iter().any(|row| row.has_deprecation),
            mnemonic_width: UnsignedWidth::new(greatest),
            opcode_type: if store.release().has(Feature::WideOpcodesInMatcher) {
                "uint32_t"
            } else {
                "uint16_t"
            },
            signature_width: UnsignedWidth::new(conversions.signatures.len()),
            features_width: UnsignedWidth::new(features.sets.len()),
            class_width: UnsignedWidth::new(matcher.classes.len() + 2),
            position_mask_width: UnsignedWidth::new(position_mask as usize),
            instruction_names: names.map(|&i| store.record(i).name().to_owned()).collect(),
        }
    }

    /// Returns an instruction's name.
    pub(crate) fn instruction_name(&self, instruction: InstructionId) -> &str {
        &self.instruction_names[instruction.index()]
    }
}

/// Adds a mnemonic in small letters, its length in a byte before it. Returns the offset.
fn add_mnemonic(mnemonic: &str, mnemonics: &mut StringTable) -> usize {
    let text = unescape(mnemonic).to_ascii_lowercase();
    // A C++ `char`.
    let mut bytes = vec![text.len() as u8];
    bytes.extend_from_slice(&text);
    mnemonics.add(&bytes)
}
