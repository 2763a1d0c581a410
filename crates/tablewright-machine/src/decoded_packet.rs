//! Packets of instructions.

use crate::insn::Insn;

/// Word size in bytes.
pub(crate) const WORD: usize = 4;

/// A decoded packet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DecodedPacket {
    /// The instructions in printed order.
    pub insns: Vec<PacketInsn>,
    /// The size in bytes.
    pub size: usize,
    /// The text after the packet, for example `:endloop0`; empty for none.
    pub end: &'static str,
}

/// An instruction in a packet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PacketInsn {
    /// The instruction.
    pub insn: Insn,
    /// The offset of its word in the packet. Two short instructions share a word.
    pub offset: usize,
    /// Whether the word extends the next instruction's constant. An extender is not printed.
    pub is_extender: bool,
    /// The machine operand with an extended constant.
    pub extended: Option<usize>,
}

impl PacketInsn {
    /// Returns its word in the bytes of the packet.
    pub fn word<'b>(&self, packet: &'b [u8]) -> &'b [u8] {
        let word = self.offset..(self.offset + WORD).min(packet.len());
        packet.get(word).unwrap_or_default()
    }
}
