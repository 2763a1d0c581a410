//! A table as bytes, each operation in a line with its place.

use tablewright_target::decoding::bit_pattern::BitRange;
use tablewright_target::decoding::decoder_table::{Accepted, DecoderOp, DecoderTable, SoftFail};
use tablewright_target::decoding::encodings::EncodingGroup;
use tablewright_text::{CppWriter, append, line};

use super::model::{EncodingName, Interpreter};

/// The column in which operations begin.
const COLUMN: usize = 12;

pub(super) fn table(
    model: &Interpreter<'_>,
    group: &EncodingGroup,
    table: &DecoderTable,
    w: &mut CppWriter,
) {
    line!(w, "static const uint8_t DecoderTable{}{}[] = {{", group.namespace, group.width);
    for placed in &table.ops {
        place(placed.at, w);
        let end = placed.at + placed.op.size();
        match &placed.op {
            DecoderOp::Extract(range) => extract(*range, w),
            DecoderOp::Filter { value, otherwise } => {
                w.raw("  MCD::OPC_FilterValue, ");
                number(*value, w);
                skip(end, *otherwise, w);
            }
            DecoderOp::Check { check, otherwise } => {
                w.raw("  MCD::OPC_CheckField, ");
                number(check.range.start.into(), w);
                append!(w, check.range.len, ", ");
                number(check.value, w);
                skip(end, *otherwise, w);
            }
            DecoderOp::CheckPredicate { predicate, otherwise } => {
                w.raw("  MCD::OPC_CheckPredicate, ");
                number((*predicate).into(), w);
                skip(end, *otherwise, w);
            }
            DecoderOp::SoftFail(masks) => soft_fail(*masks, w),
            DecoderOp::Decode { accepted, otherwise } => {
                let name = &model.names[group.encodings[accepted.encoding as usize]];
                decode(name, *accepted, end, *otherwise, w);
            }
            DecoderOp::Fail => w.raw("  MCD::OPC_Fail,\n"),
        }
    }
    w.raw("  0\n};\n\n");
}

fn place(at: u32, w: &mut CppWriter) {
    append!(w, "/* ", at, " */");
    let written = "/*  */".len() + at.checked_ilog10().unwrap_or(0) as usize + 1;
    w.raw(&"            "[..COLUMN.saturating_sub(written).max(1)]);
}

/// Writes the bytes of a number, seven bits in each.
fn number(value: u64, w: &mut CppWriter) {
    let mut rest = value;
    while rest >= 0x80 {
        append!(w, rest & 0x7f | 0x80, ", ");
        rest >>= 7;
    }
    append!(w, rest, ", ");
}

/// Writes the distance from the end of an operation to another.
fn skip(end: u32, to: u32, w: &mut CppWriter) {
    distance(end, to, w);
    append!(w, "// Skip to: ", to, "\n");
}

fn distance(end: u32, to: u32, w: &mut CppWriter) {
    let distance = to - end;
    append!(w, distance & 0xff, ", ", distance >> 8 & 0xff, ", ", distance >> 16, ", ");
}

fn extract(range: BitRange, w: &mut CppWriter) {
    w.raw("  MCD::OPC_ExtractField, ");
    number(range.start.into(), w);
    append!(w, range.len, ",  // Inst{");
    if range.len > 1 {
        append!(w, range.start + range.len - 1, "-");
    }
    append!(w, range.start, "} ...\n");
}

fn soft_fail(masks: SoftFail, w: &mut CppWriter) {
    w.raw("  MCD::OPC_SoftFail");
    for mask in [masks.positive, masks.negative] {
        let mut rest = mask;
        while rest >= 0x80 {
            append!(w, ", ", rest & 0x7f | 0x80);
            rest >>= 7;
        }
        append!(w, ", ", rest);
        if mask > 0x7f {
            write!(w, " /* {mask:#x} */");
        }
    }
    w.raw(",\n");
}

fn decode(
    name: &EncodingName<'_>,
    accepted: Accepted,
    end: u32,
    otherwise: Option<u32>,
    w: &mut CppWriter,
) {
    w.raw(if otherwise.is_some() { "  MCD::OPC_TryDecode, " } else { "  MCD::OPC_Decode, " });
    number(accepted.opcode.into(), w);
    number(accepted.decoder.into(), w);
    if let Some(otherwise) = otherwise {
        distance(end, otherwise, w);
    }
    w.raw("// Opcode: ");
    if let Some(encoding) = name.encoding {
        append!(w, encoding, ":");
    }
    w.raw(name.instruction);
    if let Some(otherwise) = otherwise {
        append!(w, ", skip to: ", otherwise);
    }
    w.raw("\n");
}
