//! Rows for words whose text depends on words beside them.

use crate::packet_syntax::PacketSyntax;

/// The way in which the words beside a word change its text.
#[derive(Clone, Copy, Debug)]
pub enum Neighbours {
    /// No effect.
    None,
    /// Words are executed together.
    Packets(PacketSyntax),
    /// An instruction makes the next instructions conditional.
    Blocks(BlockSyntax),
}

/// Conditional blocks.
#[derive(Clone, Copy, Debug)]
pub struct BlockSyntax {
    /// The kinds. Only the first kind with an open block counts an instruction.
    pub kinds: [BlockKindRow; 2],
    /// Decoder tables with instructions that a block does not count.
    pub uncounted_tables: &'static [&'static str],
}

/// A kind, for example blocks after the instruction `it`.
#[derive(Clone, Copy, Debug)]
pub struct BlockKindRow {
    /// Operand record: the mask that begins a block.
    pub mask: &'static str,
    /// The first condition; `None` if the operand before the mask is the condition.
    pub first: Option<i64>,
    /// The bits that differ between a condition and its opposite.
    pub opposite: i64,
    /// Operand records: an instruction's condition, and the flags that the condition reads.
    pub conditions: &'static [&'static str],
    /// The condition that is always true.
    pub always: i64,
    /// The register class with the flags.
    pub flags: &'static str,
    /// Operand record: flags that are written outside blocks only; empty for none.
    pub written_flags: &'static str,
}

impl Neighbours {
    pub(crate) fn packets(self) -> Option<PacketSyntax> {
        if let Neighbours::Packets(packets) = self { Some(packets) } else { None }
    }

    pub(crate) fn blocks(self) -> Option<BlockSyntax> {
        if let Neighbours::Blocks(blocks) = self { Some(blocks) } else { None }
    }
}
