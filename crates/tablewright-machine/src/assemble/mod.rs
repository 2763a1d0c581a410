//! Assembly text to bytes.

mod expression;

pub use expression::Expression;

/// A relocation for a symbol in an operand or in data.
#[derive(Clone, Copy, Debug)]
pub struct RelocationRow {
    /// The operand's decoder method; `.word` and the like for data.
    pub operand: &'static str,
    /// The modifier in the text: `lo` for `%lo(x)`; empty for none.
    pub modifier: &'static str,
    /// The ELF relocation number.
    pub number: u32,
}

/// Facts for ELF object files.
#[derive(Clone, Copy, Debug)]
pub struct ElfTarget {
    /// The machine number.
    pub machine: u16,
    /// Whether addresses have 64 bits. Receives a test for features by record name.
    pub is_64: fn(&dyn Fn(&str) -> bool) -> bool,
}
