//! Encodes a table: each operation is converted to an interpreter opcode with operands.

use tablewright_index::IndexVec;
use tablewright_target::decoding::decoder_table::{DecoderOp, DecoderTable, OpId, SoftFail};
use tablewright_target::decoding::encodings::{EncodingGroup, EncodingId};
use tablewright_text::byte_table::{ByteTable, ByteTableBuilder, ByteTableLabel, JumpEncoding};
use tablewright_text::{Append, TextSink, append};

/// The largest soft-failure mask without a comment for its bits: it fits in a byte.
const MAX_PLAIN_MASK: u64 = 0x7f;

/// Names for all encodings.
pub(super) type EncodingNames<'s> = IndexVec<EncodingId, EncodingName<'s>>;

/// An encoding's name.
#[derive(Clone, Copy)]
pub(super) struct EncodingName<'s> {
    /// The record that has the fields, if it is not the instruction.
    pub(super) encoding: Option<&'s str>,
    pub(super) instruction: &'s str,
}

impl Append for EncodingName<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        if let Some(encoding) = self.encoding {
            append!(out, encoding, ":");
        }
        out.push_str(self.instruction);
    }
}

/// Encodes the table for a group. `names` are the names for all encodings.
pub(super) fn encode(
    table: &DecoderTable,
    group: &EncodingGroup,
    names: &EncodingNames<'_>,
) -> ByteTable {
    let mut bytes = ByteTableBuilder::new();
    let mut labels: Vec<Option<ByteTableLabel>> = vec![None; table.ops.len()];
    for target in table.ops.iter().filter_map(DecoderOp::otherwise) {
        labels[target.index()].get_or_insert_with(|| bytes.new_label());
    }
    for (id, op) in table.ops.iter_enumerated() {
        if let Some(label) = labels[id.index()] {
            bytes.place(label);
        }
        match *op {
            DecoderOp::Extract(range) => {
                let line = bytes.opcode("MCD::OPC_ExtractField").uleb128(range.start.into());
                line.int(1, range.len.into());
                if range.len > 1 {
                    let last = range.start + range.len - 1;
                    line.comment((("Inst{", last, "-"), range.start, "} ..."));
                } else {
                    line.comment(("Inst{", range.start, "} ..."));
                }
            }
            DecoderOp::Filter { value, otherwise } => {
                bytes.opcode("MCD::OPC_FilterValue").uleb128(value);
                skip(otherwise, &labels, &mut bytes);
            }
            DecoderOp::Check { check, otherwise } => {
                let line = bytes.opcode("MCD::OPC_CheckField").uleb128(check.range.start.into());
                line.int(1, check.range.len.into()).uleb128(check.value);
                skip(otherwise, &labels, &mut bytes);
            }
            DecoderOp::CheckPredicate { predicate, otherwise } => {
                bytes.opcode("MCD::OPC_CheckPredicate").uleb128(predicate.into());
                skip(otherwise, &labels, &mut bytes);
            }
            DecoderOp::SoftFail(SoftFail { positive, negative }) => {
                bytes.opcode("MCD::OPC_SoftFail");
                for mask in [positive, negative] {
                    bytes.uleb128(mask);
                    if mask > MAX_PLAIN_MASK {
                        bytes.note(format_args!("{mask:#x}"));
                    }
                }
            }
            DecoderOp::Decode { accepted, otherwise } => {
                let name = names[group.encodings[accepted.encoding as usize]];
                let (opcode, number) = (accepted.opcode.into(), accepted.decoder.into());
                match otherwise.and_then(|target| labels[target.index()]) {
                    Some(label) => {
                        bytes.opcode("MCD::OPC_TryDecode").uleb128(opcode).uleb128(number);
                        bytes.jump(JumpEncoding::Distance, label);
                        bytes.comment(("Opcode: ", name, ", skip to: ")).offset(label);
                    }
                    None => {
                        bytes.opcode("MCD::OPC_Decode").uleb128(opcode).uleb128(number);
                        bytes.comment(("Opcode: ", name));
                    }
                }
            }
            DecoderOp::Fail => _ = bytes.opcode("MCD::OPC_Fail"),
        }
        bytes.end_line();
    }
    bytes.finish()
}

/// Adds the distance to a later operation.
fn skip(target: OpId, labels: &[Option<ByteTableLabel>], bytes: &mut ByteTableBuilder) {
    if let Some(label) = labels[target.index()] {
        bytes.jump(JumpEncoding::Distance, label).comment("Skip to: ").offset(label);
    }
}

#[cfg(test)]
mod tests {
    use tablewright_index::IndexVec;
    use tablewright_target::decoding::bit_pattern::BitRange;
    use tablewright_target::decoding::decoder_table::Accepted;
    use tablewright_text::byte_table::ByteTablePiece;

    use super::*;

    /// Returns the offset of each operation, and the distance that it jumps.
    fn layout(ops: Vec<DecoderOp>) -> Vec<(u32, Option<u32>)> {
        let table = DecoderTable { ops: IndexVec::from_raw(ops) };
        let name = EncodingName { encoding: None, instruction: "ADD" };
        let names = EncodingNames::from_raw(vec![name]);
        let encodings = vec![EncodingId::from_index(0)];
        let group = EncodingGroup { namespace: String::new(), width: 32, encodings };
        let distance = |piece| {
            if let ByteTablePiece::Jump { distance, .. } = piece { Some(distance) } else { None }
        };
        let bytes = encode(&table, &group, &names);
        bytes.lines().map(|line| (line.offset(), line.pieces().find_map(distance))).collect()
    }

    #[test]
    fn an_operation_that_does_not_hold_skips_the_bytes_up_to_the_next_one_to_try() {
        let accepted = Accepted { encoding: 0, opcode: 300, decoder: 1, is_complete: false };
        let last = OpId::from_index(3);
        let ops = vec![
            DecoderOp::Extract(BitRange { start: 0, len: 8 }),
            DecoderOp::Filter { value: 200, otherwise: last },
            DecoderOp::Decode { accepted, otherwise: Some(last) },
            DecoderOp::Fail,
        ];
        // The value 200 and the opcode 300 take two bytes each, a distance three.
        let expected = [(0, None), (3, Some(7)), (9, Some(0)), (16, None)];
        assert_eq!(layout(ops), expected);
    }
}
