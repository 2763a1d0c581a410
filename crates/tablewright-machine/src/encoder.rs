//! Encoded instructions: the inverse of decoding.

use tablewright_target::decoding::encodings::EncodingId;

use crate::codec::Codec;
use crate::decoder::{CompiledEncoding, MachineDecoder};
use crate::insn::Insn;
use crate::number::low_mask;

/// An encoded instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EncodedWord {
    pub(crate) bytes: Vec<u8>,
    pub(crate) encoding: EncodingId,
}

/// An operand that an encoding cannot represent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotEncoded<'d> {
    /// The machine operand.
    pub(crate) operand: usize,
    /// Its conversion, and the number of its bits; `None` if the instruction lacks an encoding.
    pub(crate) codec: Option<(&'d Codec, u32)>,
}

impl MachineDecoder {
    /// Encodes an instruction with the first encoding that can represent it.
    pub(crate) fn encode(&self, insn: &Insn) -> Result<EncodedWord, NotEncoded<'_>> {
        let mut error = NotEncoded { operand: 0, codec: None };
        for &id in self.by_instruction.get(&insn.instruction).into_iter().flatten() {
            let encoding = &self.encodings[id];
            let mut short;
            let (insn, tail) = match &encoding.tail {
                Some(tail) => {
                    short = insn.clone();
                    let tail = tail.encode(self.layout.order, &mut short.operands);
                    (&short, tail)
                }
                None => (insn, Vec::new()),
            };
            match self.word(encoding, insn) {
                Ok(word) => {
                    let finish = self.encoder.finish_word.unwrap_or(|word, _| word);
                    let word = finish(word, encoding.width);
                    let mut bytes = self.layout.store(word, encoding.width as usize / 8);
                    bytes.extend(tail);
                    return Ok(EncodedWord { bytes, encoding: id });
                }
                Err(other) => error = other,
            }
        }
        Err(error)
    }

    fn word(&self, encoding: &CompiledEncoding, insn: &Insn) -> Result<u128, NotEncoded<'_>> {
        let mut word = encoding.value;
        let mut first = 0;
        for step in &encoding.steps {
            let codec = &self.codecs[step.codec];
            let operands = &insn.operands[first.min(insn.operands.len())..];
            let width = step.width();
            let failed = |index: usize| NotEncoded {
                operand: first + index,
                codec: Some(codec.part(index, width)),
            };
            let bits = codec.encode(operands, width).map_err(failed)?;
            let mut covered = step.initial;
            for field in &step.fields {
                let mask = low_mask(field.width);
                let value = bits.checked_shr(field.offset).unwrap_or(0) & mask;
                word |= u128::from(value) << field.base;
                covered |= mask.checked_shl(field.offset).unwrap_or(0);
            }
            // Bits without a place in the encoding have fixed values.
            let is_expression = operands
                .iter()
                .take(codec.count())
                .any(|operand| matches!(operand, crate::insn::InsnOperand::Expression(_)));
            let is_checked = !is_expression && !self.encoder.drops_bits;
            if is_checked && (bits & !covered != 0 || bits & step.initial != step.initial) {
                return Err(failed(0));
            }
            first += codec.count();
        }
        Ok(word)
    }
}
