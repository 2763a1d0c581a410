//! X86 instruction encodings in the notation of processor manuals: `66 0F 38 00 /r`,
//! `VEX.128.66.0F3A.W0 4C /r /is4`.
//!
//! In: [`X86Encoding`] and the operand positions. Properties without a manual notation use
//! assembler notation: `o16` and `a32` for sizes that a prefix changes in some modes.

use tablewright_records::{FieldError, Record, RecordView};

use super::encoding::{
    ADDRESS16, ADDRESS32, ADDRESS64, EncodingKind, NO_OTHER, OP_SIZE, X86Encoding, XD, XS,
};
use super::form::Form;
use super::operand_kind::{OperandEncoding, OperandSize, X86OperandType};
use super::operands::{OperandSet, OperandSpecifier};
use crate::record_views::x86_inst::X86InstRecord;

/// Returns the encoding notation for `record`.
///
/// # Errors
/// Returns an error if a field does not have a value.
pub fn notation(
    record: Record<'_>,
    encoding: &X86Encoding,
    operands: &OperandSet,
) -> Result<String, FieldError> {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |part: &str| parts.push(part.to_owned());
    match encoding.operand_size() {
        OperandSize::Bits16 => add("o16"),
        OperandSize::Bits32 => add("o32"),
        OperandSize::Fixed => {}
    }
    match encoding.address_size {
        ADDRESS16 => add("a16"),
        ADDRESS32 => add("a32"),
        ADDRESS64 => add("a64"),
        _ => {}
    }
    let inst = X86InstRecord::new(record);
    if inst.has_lock_prefix()? {
        add("F0");
    }
    if inst.has_rep_prefix()? {
        add("F3");
    }
    match encoding.kind {
        EncodingKind::Normal => legacy_prefixes(encoding).iter().for_each(|part| add(part)),
        EncodingKind::Vex | EncodingKind::Xop | EncodingKind::Evex => {
            add(&vector_prefix(encoding));
        }
    }
    add(&opcode(encoding));
    if let Some(part) = mod_rm(encoding.form) {
        add(&part);
    }
    let size = encoding.operand_size();
    operands.iter().filter_map(|operand| immediate(operand, size)).for_each(add);
    Ok(parts.join(" "))
}

/// Returns the legacy prefixes and the escape bytes.
fn legacy_prefixes(encoding: &X86Encoding) -> Vec<&'static str> {
    let mut parts = Vec::new();
    match encoding.prefix {
        OP_SIZE => parts.push("66"),
        XS => parts.push("F3"),
        XD => parts.push("F2"),
        NO_OTHER => parts.push("NP"),
        _ => {}
    }
    if encoding.flags.rex_w {
        parts.push("REX.W");
    }
    match encoding.map {
        1 => parts.push("0F"),
        2 => parts.push("0F 38"),
        3 => parts.push("0F 3A"),
        7 => parts.push("0F 0F"),
        _ => {}
    }
    parts
}

/// Returns the VEX, XOP or EVEX prefix with its fields.
fn vector_prefix(encoding: &X86Encoding) -> String {
    let flags = encoding.flags;
    let kind = match encoding.kind {
        EncodingKind::Evex => "EVEX",
        EncodingKind::Xop => "XOP",
        EncodingKind::Vex | EncodingKind::Normal => "VEX",
    };
    let length = match (flags.ignores_length, flags.evex_l2, flags.vex_l) {
        (true, ..) => "LIG",
        (_, true, _) => "512",
        (.., true) => "256",
        _ => "128",
    };
    let prefix = match encoding.prefix {
        OP_SIZE => "66",
        XS => "F3",
        XD => "F2",
        _ => "NP",
    };
    let map = match encoding.map {
        1 => "0F",
        2 => "0F38",
        3 => "0F3A",
        4 => "M08",
        5 => "M09",
        6 => "M0A",
        8 => "MAP4",
        9 => "MAP5",
        10 => "MAP6",
        11 => "MAP7",
        _ => "MAP0",
    };
    let w = match (flags.ignores_w, flags.rex_w) {
        (true, _) => "WIG",
        (_, true) => "W1",
        (_, false) => "W0",
    };
    let mut fields = vec![kind, length, prefix, map, w];
    let others = [
        (flags.evex_b && encoding.has_new_destination(), "ND1"),
        (flags.evex_b && !encoding.has_new_destination(), "b1"),
        (flags.evex_nf, "NF1"),
        (flags.evex_u, "U0"),
        (flags.evex_z, "z1"),
    ];
    fields.extend(others.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| *name));
    fields.join(".")
}

fn opcode(encoding: &X86Encoding) -> String {
    let in_opcode = match encoding.form {
        Form::ADD_REG => "+r",
        form if form.has_condition() => "+cc",
        _ => "",
    };
    format!("{:02X}{in_opcode}", encoding.opcode)
}

/// Returns the ModR/M notation: a register in the middle bits, a digit, or all bits.
fn mod_rm(form: Form) -> Option<String> {
    let digit = |first: Form| Some(format!("/{}", form.0 - first.0));
    match form {
        _ if form < Form::MRM_DEST_REG_CC => None,
        _ if (Form::MRM_0_M..=Form::MRM_7_M).contains(&form) => digit(Form::MRM_0_M),
        _ if (Form::MRM_0_R..=Form::MRM_7_R).contains(&form) => digit(Form::MRM_0_R),
        _ if (Form::MRM_0_X..=Form::MRM_7_X).contains(&form) => digit(Form::MRM_0_X),
        _ if form >= Form::MRM_C0 => Some(format!("{:02X}", form.0 - Form::MRM_C0.0 + 0xc0)),
        _ => Some("/r".to_owned()),
    }
}

/// Returns the notation for an immediate after the instruction.
fn immediate(operand: &OperandSpecifier, size: OperandSize) -> Option<&'static str> {
    let is_relative = operand.operand_type == X86OperandType::Rel;
    Some(match (operand.encoding, is_relative) {
        (OperandEncoding::Ib, _) if is_vector(operand.operand_type) => "/is4",
        (OperandEncoding::Ib, true) => "cb",
        (OperandEncoding::Iw, true) => "cw",
        (OperandEncoding::Id, true) => "cd",
        (OperandEncoding::Ib, false) => "ib",
        (OperandEncoding::Iw, false) => "iw",
        (OperandEncoding::Id, false) => "id",
        (OperandEncoding::Io, _) => "io",
        (OperandEncoding::Iv, _) if size == OperandSize::Bits16 => "iw",
        (OperandEncoding::Iv, _) => "id",
        (OperandEncoding::Ia, _) => "moffs",
        _ => return None,
    })
}

/// Describes the position of an operand; `Dup` operands are the same register as another operand.
pub fn operand_place(operand: &OperandSpecifier) -> &'static str {
    let is_memory = matches!(operand.operand_type, X86OperandType::M);
    match operand.encoding {
        OperandEncoding::None => "not encoded",
        OperandEncoding::Reg => "ModR/M.reg",
        OperandEncoding::Rm(_) if is_memory => "ModR/M.rm with mod below 3: memory",
        OperandEncoding::Rm(_) => "ModR/M.rm with mod 3",
        OperandEncoding::Sib => "memory with a byte SIB",
        OperandEncoding::Vsib(_) => "memory with a byte SIB, whose index is a vector",
        OperandEncoding::Vvvv => "vvvv of the prefix",
        OperandEncoding::WriteMask => "aaa of the prefix",
        OperandEncoding::Ib if is_vector(operand.operand_type) => "high bits of an immediate byte",
        OperandEncoding::Ib => "8 bits behind",
        OperandEncoding::Iw => "16 bits behind",
        OperandEncoding::Id => "32 bits behind",
        OperandEncoding::Io => "64 bits behind",
        OperandEncoding::Iv => "as many bits behind as operands have",
        OperandEncoding::Ia => "an address behind",
        OperandEncoding::Irc => "the length bits of the prefix: rounding",
        OperandEncoding::Rb | OperandEncoding::Rv | OperandEncoding::Ro => "low bits of the opcode",
        OperandEncoding::Fp => "ModR/M.rm: a place on the stack",
        OperandEncoding::Cc => "low bits of the opcode: a condition",
        OperandEncoding::Cf => "vvvv of the prefix: flags",
        OperandEncoding::Dup => "the same register",
        OperandEncoding::Si => "memory at the source index",
        OperandEncoding::Di => "memory at the destination index",
    }
}

/// Whether an operand in an immediate position is a register.
fn is_vector(operand_type: X86OperandType) -> bool {
    use X86OperandType::{Tmm, Xmm, Ymm, Zmm};
    matches!(operand_type, Xmm | Ymm | Zmm | Tmm)
}
