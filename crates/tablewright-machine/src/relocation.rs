//! Relocations: places that a linker fills in.

/// A relocation for a symbol in an operand or in data.
#[derive(Clone, Copy, Debug)]
pub struct RelocationRow {
    /// The operand's record name; `data` for directives, empty for any operand.
    pub operand: &'static str,
    /// The modifier in the text: `lo` for `%lo(x)`; empty for none.
    pub modifier: &'static str,
    /// The number of fields that the operand's bits have in the encoding, or the size of data in
    /// bytes; zero for any.
    pub parts: usize,
    /// The ELF relocation number.
    pub number: u32,
    /// The place that the linker changes.
    pub place: RelocationPlace,
}

/// A relocation's number and place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelocationKind {
    pub(crate) number: u32,
    pub(crate) place: RelocationPlace,
}

/// The place in an instruction that a linker changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocationPlace {
    /// The instruction's first byte.
    Instruction,
    /// The first byte of the operand's field.
    Field,
    /// The first byte of a relative operand's field. The row is for relative operands only. If the
    /// distance counts from the instruction's start, the addend has the bytes before the field.
    RelativeField,
}

/// A test whether the feature with a record name is enabled.
pub type RequiredFeature<'a> = &'a dyn Fn(&str) -> bool;

/// Facts for ELF object files.
#[derive(Clone, Copy, Debug)]
pub struct ElfTarget {
    /// The machine number.
    pub machine: u16,
    /// Whether addresses have 64 bits. Receives a test for features by record name.
    pub is_64: fn(RequiredFeature<'_>) -> bool,
    /// The flags in the file header.
    pub flags: fn(RequiredFeature<'_>) -> u32,
}

/// A relocation in a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Byte offset in the section.
    pub offset: u64,
    /// The symbol.
    pub symbol: String,
    /// The number that is added to the symbol's address.
    pub addend: i64,
    /// The ELF relocation number.
    pub number: u32,
    /// Whether the section's bytes have the value, for a section at the address zero.
    pub is_filled: bool,
}
