//! Encodes a table with scopes: each operation is converted to an interpreter opcode with operands.

use tablewright_target::decoding::bit_pattern::BitRange;
use tablewright_target::decoding::encodings::EncodingGroup;
use tablewright_target::decoding::scoped_table::{ScopedOp, ScopedTable};
use tablewright_text::byte_table::{ByteTable, ByteTableBuilder, ByteTableLabel, JumpEncoding};

use super::encode::EncodingNames;

/// Encodes the table for a group. `names` are the names for all encodings. The table begins with `width` if operand
/// decoders are numbered separately for each width.
pub(super) fn encode(
    table: &ScopedTable,
    group: &EncodingGroup,
    names: &EncodingNames<'_>,
    width: Option<u32>,
) -> ByteTable {
    let mut encoder = ScopeEncoder { bytes: ByteTableBuilder::new(), ends: Vec::new() };
    if let Some(width) = width {
        encoder.bytes.uleb128(width.into()).comment(("BitWidth ", width));
        encoder.bytes.end_line();
    }
    for op in &table.ops {
        encoder.op(op, group, names);
    }
    encoder.bytes.finish()
}

struct ScopeEncoder {
    bytes: ByteTableBuilder,
    /// End labels of the enclosing alternatives and cases; `None` for a switch's last case.
    ends: Vec<Option<ByteTableLabel>>,
}

impl ScopeEncoder {
    fn op(&mut self, op: &ScopedOp, group: &EncodingGroup, names: &EncodingNames<'_>) {
        match *op {
            ScopedOp::Alternative { is_first } => {
                if !is_first {
                    self.close();
                }
                self.bytes.opcode("OPC_Scope");
                self.size();
                self.bytes.comment(if is_first { "try {" } else { "} else try {" });
                self.open();
            }
            ScopedOp::LastAlternative => {
                self.close();
                self.ends.push(None);
                self.bytes.comment("} else try {");
                self.open();
            }
            ScopedOp::EndAlternatives | ScopedOp::EndCase => {
                self.close();
                self.bytes.comment("}");
                self.bytes.end_line();
            }
            ScopedOp::Switch(range) => {
                self.bytes.opcode("OPC_SwitchField");
                self.range(range);
                self.bytes.comment(("switch ", range_text(range), " {"));
                self.bytes.end_line();
            }
            ScopedOp::Case { value, is_last } => {
                self.bytes.uleb128(value);
                if is_last {
                    self.ends.push(None);
                    self.bytes.uleb128(0);
                } else {
                    self.size()
                }
                self.bytes.comment(format_args!("case {value:#x}: {{"));
                self.open();
            }
            ScopedOp::EndSwitch(range) => {
                self.bytes.comment(("} // switch ", range_text(range)));
                self.bytes.end_line();
            }
            ScopedOp::Check(check) => {
                self.bytes.opcode("OPC_CheckField");
                self.range(check.range);
                let range = range_text(check.range);
                self.bytes.uleb128(check.value);
                self.bytes.comment(format_args!("check {range} == {:#x}", check.value));
                self.bytes.end_line();
            }
            ScopedOp::CheckPredicate(predicate) => {
                self.bytes.opcode("OPC_CheckPredicate").uleb128(predicate.into());
                self.bytes.comment(("check predicate ", predicate));
                self.bytes.end_line();
            }
            ScopedOp::SoftFail(masks) => {
                self.bytes.opcode("OPC_SoftFail").uleb128(masks.positive).uleb128(masks.negative);
                let (positive, negative) = (masks.positive, masks.negative);
                self.bytes
                    .comment(format_args!("softfail pos={positive:#010x} neg={negative:#010x}"));
                self.bytes.end_line();
            }
            ScopedOp::Decode(accepted) => {
                let name = names[group.encodings[accepted.encoding as usize]];
                self.bytes.opcode("OPC_Decode").uleb128(accepted.opcode.into());
                self.bytes.uleb128(accepted.decoder.into());
                self.bytes.comment((("decode to ", name), " using decoder ", accepted.decoder));
                self.bytes.end_line();
            }
        }
    }

    fn range(&mut self, range: BitRange) {
        self.bytes.uleb128(range.start.into()).int(1, range.len.into());
    }

    /// Adds the size of the next scope or switch.
    fn size(&mut self) {
        let end = self.bytes.new_label();
        self.ends.push(Some(end));
        self.bytes.jump(JumpEncoding::VariableDistance, end);
    }

    /// Ends the line; later lines are nested in its scope.
    fn open(&mut self) {
        self.bytes.end_line();
        self.bytes.open();
    }

    fn close(&mut self) {
        self.bytes.close();
        if let Some(Some(end)) = self.ends.pop() {
            self.bytes.place(end);
        }
    }
}

/// Bits as comments write them, the highest first.
fn range_text(range: BitRange) -> String {
    match range.len {
        1 => format!("Inst[{}]", range.start),
        len => format!("Inst[{}:{}]", range.start + len - 1, range.start),
    }
}
