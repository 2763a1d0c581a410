//! Bytes after an encoding with an operand's upper bits.

use crate::insn::{InsnOperand, InsnOperands};
use crate::number::low_mask;
use crate::syntax::{ByteOrder, TailRow};
use crate::word_layout::{WordLayout, load};

impl TailRow {
    /// Adds the upper bits of an operand.
    pub(crate) fn decode(&self, bytes: &[u8], order: ByteOrder, operands: &mut InsnOperands) {
        let Some(operand) = self.operand else { return };
        let upper = bytes.get(operand.at..operand.at + operand.size);
        let upper = upper.map_or(0, |bytes| load(bytes, order)) as u64;
        if let Some(InsnOperand::Number(number)) = operands.get_mut(operand.index) {
            *number |= upper.checked_shl(operand.low).unwrap_or(0) as i64;
        }
    }

    /// Returns the bytes with the upper bits of an operand, and removes them from the operand.
    pub(crate) fn encode(&self, order: ByteOrder, operands: &mut InsnOperands) -> Vec<u8> {
        let mut bytes = vec![0; self.bytes];
        let Some(operand) = self.operand else { return bytes };
        if let Some(InsnOperand::Number(number)) = operands.get_mut(operand.index) {
            let upper = (*number as u64).checked_shr(operand.low).unwrap_or(0);
            let layout = WordLayout { order, fields: &[] };
            let upper = layout.store(u128::from(upper), operand.size);
            bytes[operand.at..operand.at + operand.size].copy_from_slice(&upper);
            *number &= low_mask(operand.low) as i64;
        }
        bytes
    }
}
