//! Rows for words whose text depends on words beside them.

use crate::packet_syntax::PacketSyntax;

/// The effect of the words beside a word.
#[derive(Clone, Copy, Debug)]
pub enum Neighbours {
    /// No effect.
    None,
    /// Words are executed together.
    Packets(PacketSyntax),
    /// An instruction makes the next instructions conditional.
    Blocks(BlockSyntax),
}

/// Blocks of conditional instructions.
#[derive(Clone, Copy, Debug)]
pub struct BlockSyntax {
    /// The kinds of blocks. Only the first kind with an open block counts an instruction.
    pub kinds: [BlockKindRow; 2],
    /// Decoder tables with instructions that a block does not count.
    pub uncounted_tables: &'static [&'static str],
}

/// A kind of blocks, for example the blocks after the instruction `it` of Thumb.
#[derive(Clone, Copy, Debug)]
pub struct BlockKindRow {
    /// Operand record: the mask of an instruction that begins a block.
    pub mask: &'static str,
    /// The condition of a block; `None` if it is the operand before the mask.
    pub first: Option<i64>,
    /// The bits that differ between a condition and its opposite.
    pub opposite: i64,
    /// Operand records: the condition of an instruction in a block, and the flags that the condition reads.
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
