//! A match table as lines, with the positions of its rules.

use tablewright_text::byte_table::ByteTable;

/// The purpose of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableKind {
    /// Selection. The executor counts the rules that it used, if it is told to.
    Selection { counts_coverage: bool },
    /// A combiner.
    Combiner,
}

/// A match table.
#[derive(Debug)]
pub(crate) struct MatchTable {
    pub(super) bytes: ByteTable,
    /// Whether a negative number is printed as the number without sign that has its bits.
    pub(super) has_unsigned_bytes: bool,
    /// Whether each line begins with its offset.
    pub(super) shows_offsets: bool,
    /// The rules in the order of the table.
    pub(super) rules: Vec<RuleOffsets>,
}

/// The offsets of a rule in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleOffsets {
    /// Rule number.
    pub(crate) number: u32,
    /// First byte's offset.
    pub(crate) start: u32,
    /// The offset after its last byte.
    pub(crate) end: u32,
}

impl MatchTable {
    /// Returns the rule offsets in table order.
    pub(crate) fn rules(&self) -> &[RuleOffsets] {
        &self.rules
    }

    /// Returns the size in bytes.
    pub(crate) fn size(&self) -> u32 {
        self.bytes.size()
    }
}
