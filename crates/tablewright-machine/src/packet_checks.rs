//! Rules for the registers in a packet.

use smallvec::SmallVec;
use tablewright_target::registers::RegisterId;

use crate::decoded_packet::DecodedPacket;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::packet_tables::{PacketBranch, PacketCondition, PacketFacts, PacketTables};

/// A register that an instruction writes.
struct RegisterWrite {
    register: RegisterId,
    /// The condition's register, and whether the condition is negated.
    condition: Option<(RegisterId, bool)>,
}

/// Whether branches and stores may be in the same packet. A packet that ends a loop cannot have branches.
pub(crate) fn has_valid_flow(packet: &DecodedPacket, tables: &PacketTables) -> bool {
    let facts = packet.insns.iter().map(|insn| tables.facts(insn.insn.instruction));
    let facts: SmallVec<[PacketFacts; 4]> = facts.collect();
    let branches: SmallVec<[PacketBranch; 2]> = facts.iter().filter_map(|it| it.branch).collect();
    let stores = facts.iter().filter(|facts| facts.is_store).count();
    if stores > 1 && facts.iter().any(|facts| facts.is_only_store) {
        return false;
    }
    match branches[..] {
        [] => true,
        [_] => packet.end.is_empty(),
        [first, second] => packet.end.is_empty() && first.can_be_first && second.can_be_second,
        _ => false,
    }
}

impl Machine<'_> {
    /// Whether each register is written once, and conditions on new registers have an instruction that writes the
    /// register.
    pub(crate) fn is_valid_packet(&self, packet: &DecodedPacket, tables: &PacketTables) -> bool {
        let mut writes: Vec<RegisterWrite> = Vec::new();
        for insn in &packet.insns {
            let condition = tables.facts(insn.insn.instruction).condition;
            let condition = condition.and_then(|it| self.condition(&insn.insn, it));
            for register in self.written(&insn.insn, tables) {
                let is_other = |write: &RegisterWrite| {
                    write.register != register || is_exclusive(write.condition, condition)
                };
                if !self.is_predicate(register, tables) && !writes.iter().all(is_other) {
                    return false;
                }
                writes.push(RegisterWrite { register, condition });
            }
        }
        packet.insns.iter().all(|insn| {
            let condition = tables.facts(insn.insn.instruction).condition;
            let condition = condition.filter(|condition| condition.is_new);
            let register = condition.and_then(|it| self.condition(&insn.insn, it));
            register.is_none_or(|(register, _)| writes.iter().any(|it| it.register == register))
        })
    }

    /// Returns the low and the high register of a pair.
    pub(crate) fn halves(&self, register: RegisterId) -> Option<[RegisterId; 2]> {
        let registers = self.registers.registers;
        let record = self.store.record(registers.get(register).record?);
        let halves = record.list_of_records("SubRegs").ok()?;
        let half = |index: usize| registers.for_record(halves.get(index)?.id());
        Some([half(0)?, half(1)?])
    }

    fn condition(&self, insn: &Insn, condition: PacketCondition) -> Option<(RegisterId, bool)> {
        let operand = condition.operand.and_then(|index| insn.operands.get(index)?.register());
        let register = operand.or(condition.implied)?;
        Some((register, condition.is_negated))
    }

    fn is_predicate(&self, register: RegisterId, tables: &PacketTables) -> bool {
        tables.predicates.contains(&register)
    }

    /// Returns the registers that an instruction writes, pairs as their halves.
    fn written(&self, insn: &Insn, tables: &PacketTables) -> SmallVec<[RegisterId; 4]> {
        let outputs = insn.operands.iter().enumerate();
        let outputs = outputs.filter(|(index, _)| self.is_output(insn.instruction, *index));
        let outputs = outputs.filter_map(|(_, operand)| InsnOperand::register(*operand));
        let implied = tables.implied(insn.instruction).iter().copied();
        let mut pending: SmallVec<[RegisterId; 4]> = outputs.chain(implied).collect();
        let mut written = SmallVec::new();
        while let Some(register) = pending.pop() {
            match self.halves(register) {
                Some(halves) => pending.extend(halves),
                None => written.push(register),
            }
        }
        written
    }
}

/// Whether two conditions cannot both be true.
fn is_exclusive(first: Option<(RegisterId, bool)>, second: Option<(RegisterId, bool)>) -> bool {
    match (first, second) {
        (Some((first, is_negated)), Some((second, is_other_negated))) => {
            first == second && is_negated != is_other_negated
        }
        (None, _) | (_, None) => false,
    }
}
