//! Packets: decoded and printed groups of instructions.

use smallvec::SmallVec;

use crate::decoded_packet::{DecodedPacket, PacketInsn, WORD};
use crate::decoder::NotDecoded;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::number::low_mask;
use crate::packet_checks::has_valid_flow;
use crate::packet_slots::{SlotMask, fits};
use crate::packet_syntax::{HalfWord, PacketWord};
use crate::packet_tables::PacketTables;
use crate::print_piece::InsnPiece;
use crate::text::TextRule;

/// A packet whose words are read.
struct PacketReader<'a, 's> {
    machine: &'a Machine<'s>,
    tables: &'a PacketTables,
    packet: DecodedPacket,
    /// The upper bits for the next instruction's constant.
    upper: Option<i64>,
    slots: SmallVec<[SlotMask; 4]>,
}

impl Machine<'_> {
    /// Whether the target's instructions are in packets, which [`Machine::decode_packet`] decodes.
    pub fn has_packets(&self) -> bool {
        self.decoder.packets.is_some()
    }

    /// Decodes the packet at the start of `bytes`.
    ///
    /// # Errors
    /// If no packet begins there, or the target does not have packets.
    pub fn decode_packet(&self, bytes: &[u8]) -> Result<DecodedPacket, NotDecoded> {
        let skip = WORD.min(bytes.len()).max(1);
        let packet = self.decoder.packets.as_ref().and_then(|tables| {
            let packet = DecodedPacket::default();
            PacketReader { machine: self, tables, packet, upper: None, slots: SmallVec::new() }
                .read(bytes)
        });
        packet.ok_or(NotDecoded { skip })
    }

    /// Adds a packet's text, without the tab before it.
    pub fn print_packet(&self, packet: &DecodedPacket, text: &mut String) {
        text.push_str("{\n");
        for insn in packet.insns.iter().filter(|insn| !insn.is_extender) {
            text.push_str("\t\t");
            self.print_in_packet(insn, text);
            text.push('\n');
        }
        text.push_str("\t}");
        if !packet.end.is_empty() {
            text.push(' ');
            text.push_str(packet.end);
        }
    }

    /// Adds an instruction's text. An extended number has a second `#`.
    pub fn print_in_packet(&self, insn: &PacketInsn, text: &mut String) {
        if self.print_target_alias(&insn.insn, text) {
            return;
        }
        for piece in &self.printer.plans[insn.insn.instruction] {
            if let InsnPiece::Operand { operand, rule } = piece
                && insn.extended == Some(*operand)
                && matches!(self.printer.rules[*rule], TextRule::Plain)
            {
                text.push('#');
            }
            self.print_piece(&insn.insn, piece, false, text);
        }
    }
}

impl PacketReader<'_, '_> {
    fn read(mut self, bytes: &[u8]) -> Option<DecodedPacket> {
        let mut loops = 0;
        for (index, own) in bytes.chunks_exact(WORD).take(self.tables.syntax.max_words).enumerate()
        {
            let word = u32::from_le_bytes(own.try_into().ok()?);
            self.packet.size = (index + 1) * WORD;
            let is_last = match (self.tables.syntax.word)(word) {
                PacketWord::Invalid => return None,
                PacketWord::Inner { ends_loop } => {
                    loops |= usize::from(ends_loop) << index;
                    self.whole(word)?;
                    false
                }
                PacketWord::Last => {
                    self.whole(word)?;
                    true
                }
                PacketWord::Halves(halves) => {
                    for (half, slot) in halves.into_iter().zip([1, 0]) {
                        self.half(half, slot)?;
                    }
                    true
                }
            };
            if is_last {
                self.packet.end = self.tables.syntax.ends.get(loops)?;
                let all = low_mask(self.tables.syntax.slots.len() as u32) as SlotMask;
                let is_valid = fits(&self.slots, all)
                    && has_valid_flow(&self.packet, self.tables)
                    && self.machine.is_valid_packet(&self.packet, self.tables);
                return is_valid.then_some(self.packet);
            }
        }
        None
    }

    fn whole(&mut self, word: u32) -> Option<()> {
        let table = self.tables.syntax.extended_table;
        let needs_extender =
            self.upper.and_then(|_| self.machine.decoder.decode_in(table, word.into()));
        let insn = match needs_extender {
            Some(insn) => insn,
            None => self.machine.decode(&word.to_le_bytes()).ok()?.insn,
        };
        let facts = self.tables.facts(insn.instruction);
        if !facts.is_extender {
            self.slots.push(facts.slots);
        }
        self.add(insn)
    }

    fn half(&mut self, half: HalfWord, slot: u32) -> Option<()> {
        self.slots.push(1 << slot);
        let insn = self.machine.decoder.decode_in(half.table, half.bits.into())?;
        self.add(insn)
    }

    /// Adds an instruction with the operands that it takes from its packet.
    fn add(&mut self, mut insn: Insn) -> Option<()> {
        let facts = self.tables.facts(insn.instruction);
        let mut extended = None;
        if let Some(upper) = self.upper.take() {
            let extendable = facts.extendable?;
            let number = insn.operands.get_mut(extendable.operand)?;
            *number = InsnOperand::Number(extendable.extended(number.number()?, upper));
            extended = Some(extendable.operand);
        }
        if let Some(operand) = facts.new_value {
            let register = insn.operands.get(operand)?.register()?;
            let bits = self.machine.registers.encodings[register];
            insn.operands[operand] = self.produced(bits, facts.is_vector)?;
        }
        if facts.is_extender {
            self.upper = Some(insn.operands.first()?.number()?);
        }
        let offset = self.packet.size - WORD;
        self.packet.insns.push(PacketInsn {
            insn,
            offset,
            is_extender: facts.is_extender,
            extended,
        });
        Some(())
    }

    /// Returns the register that an earlier instruction writes. The lowest bit selects a register in a pair, the
    /// other bits count instructions: all instructions, or only vector instructions.
    fn produced(&self, bits: u64, is_vector: bool) -> Option<InsnOperand> {
        let distance = usize::try_from(bits >> 1).ok()?.checked_sub(1)?;
        let mut counted = self.packet.insns.iter().rev().filter(|insn| {
            let is_counted = !is_vector || self.tables.facts(insn.insn.instruction).is_vector;
            !insn.is_extender && is_counted
        });
        let producer = counted.nth(distance)?;
        let facts = self.tables.facts(producer.insn.instruction);
        let is_second = bits & 1 != 0;
        let operand = match facts.produced {
            [Some(first), Some(second)] => {
                if is_second {
                    first
                } else {
                    second
                }
            }
            [first, None] => first?,
            [None, Some(_)] => return None,
        };
        let register = producer.insn.operands.get(operand)?.register()?;
        let register = match self.machine.halves(register) {
            Some(halves) => halves[usize::from(is_second)],
            None if is_second && facts.produced[1].is_none() => return None,
            None => register,
        };
        Some(InsnOperand::Register(register))
    }
}
