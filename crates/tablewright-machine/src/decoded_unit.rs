//! Bytes divided into instructions and packets, for a disassembler.

use crate::blocks::BlockState;
use crate::decoded_packet::DecodedPacket;
use crate::decoder::WordMatch;
use crate::machine::Machine;

/// Decoded bytes with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodedUnit {
    /// An instruction.
    Word(WordMatch),
    /// Instructions in a packet.
    Packet(DecodedPacket),
    /// Bytes that are not an instruction.
    Unknown,
}

impl Machine<'_> {
    /// Decodes all bytes. Returns the bytes of each instruction or packet.
    pub fn decode_all<'a>(
        &'a self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = (&'a [u8], DecodedUnit)> {
        let mut state = BlockState::default();
        let mut rest = bytes;
        std::iter::from_fn(move || self.decode_first(&mut rest, &mut state))
    }

    /// Decodes all bytes, after other bytes of a stream with conditional blocks.
    pub fn decode_after<'a>(
        &'a self,
        bytes: &'a [u8],
        state: &'a mut BlockState,
    ) -> impl Iterator<Item = (&'a [u8], DecodedUnit)> {
        let mut rest = bytes;
        std::iter::from_fn(move || self.decode_first(&mut rest, state))
    }

    /// Removes an instruction or a packet from the start of `rest`.
    fn decode_first<'a>(
        &self,
        rest: &mut &'a [u8],
        state: &mut BlockState,
    ) -> Option<(&'a [u8], DecodedUnit)> {
        if rest.is_empty() {
            return None;
        }
        let decoded = if self.has_packets() {
            self.decode_packet(rest).map(|packet| (packet.size, DecodedUnit::Packet(packet)))
        } else {
            self.decode(rest).map(|word| (word.size, DecodedUnit::Word(word)))
        };
        let (size, mut decoded) =
            decoded.unwrap_or_else(|error| (error.skip, DecodedUnit::Unknown));
        if let (DecodedUnit::Word(word), Some(blocks)) = (&mut decoded, &self.decoder.blocks) {
            blocks.apply(&mut word.insn, state);
        }
        let (own, after) = rest.split_at(size.clamp(1, rest.len()));
        *rest = after;
        Some((own, decoded))
    }

    /// Adds the text for an instruction or a packet, without the tab before it. Adds nothing for other bytes. Returns
    /// whether there is a text.
    pub fn print_unit(&self, unit: &DecodedUnit, text: &mut String) -> bool {
        match unit {
            DecodedUnit::Word(word) => self.print(&word.insn, text),
            DecodedUnit::Packet(packet) => self.print_packet(packet, text),
            DecodedUnit::Unknown => return false,
        }
        true
    }
}
