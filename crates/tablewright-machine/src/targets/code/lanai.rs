//! Functions for Lanai.

use crate::shared::{Context, Text};

/// Modes of an address: bit 1 (P) for a base register that is changed or a distance that is added;
/// bit 0 (Q) for a changed base register.
pub(crate) const PLAIN: i64 = 2;
pub(crate) const AFTER: i64 = 1;
pub(crate) const BEFORE: i64 = 3;

/// Replaces the mode in bits 16 and 17 of an address without a distance.
pub(crate) fn with_plain_mode_16(bits: u64) -> Option<u64> {
    Some(with_plain_mode(bits, 16))
}

/// Replaces the mode in bits 10 and 11 of an address without a distance.
pub(crate) fn with_plain_mode_10(bits: u64) -> Option<u64> {
    Some(with_plain_mode(bits, 10))
}

/// Replaces the mode without distance by a plain mode with the distance zero. The mode is above `width` bits.
fn with_plain_mode(bits: u64, width: u32) -> u64 {
    match (bits >> width) & 3 {
        0 => ((bits >> width) << width) | ((PLAIN as u64) << width),
        _ => bits,
    }
}

/// Replaces the five bits of a shift by one for an arithmetic shift. Bits: mode (2), operation (3), shift (5).
pub(crate) fn decode_sum(bits: u64) -> Option<u64> {
    let (mode, operation, shift) = ((bits >> 8) & 3, (bits >> 5) & 7, bits & 31);
    let operation = match operation {
        7 if shift & 4 != 0 => return None,
        7 if shift & 8 != 0 => 8,
        other => other,
    };
    let registers = match mode {
        // Without a second register, the register 0 is added.
        0 => (bits >> 15) << 15,
        _ => (bits >> 10) << 10,
    };
    let mode = if mode == 0 { PLAIN as u64 } else { mode };
    Some(registers | (mode << 8) | operation)
}

/// Operations on addresses, by the three bits of the operation. Shifts have a further field.
pub(crate) const OPERATIONS: [&str; 9] =
    ["add", "addc", "sub", "subb", "and", "or", "xor", "sh", "sha"];

/// The byte count that a memory instruction moves.
pub(crate) fn access_size(instruction: &str) -> i64 {
    if instruction.starts_with("LDW") || instruction.starts_with("SW") {
        4
    } else if instruction.starts_with("LDB") || instruction.starts_with("STB") {
        1
    } else {
        2
    }
}

/// Prints an absolute address.
pub(crate) fn print_direct(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let address = context.number_at(0)?;
    text.push_str("[");
    context.push_unsigned_hex(address, text);
    text.push_str("]");
    Some(())
}

/// Prints a base register and a distance: `4[%sp]`, `4[*%sp]`, `4[%sp*]`, `[++%sp]`, `[%sp--]`.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let distance = context.number_at(1)?;
    let mode = context.number_at(2)?;
    let size = access_size(context.instruction());
    let step = match distance {
        distance if distance == size => "++",
        distance if distance == -size => "--",
        _ => "*",
    };
    if step == "*" || mode == PLAIN {
        context.push_number(distance, text);
    }
    text.push_str("[");
    text.push_str(if mode == BEFORE { step } else { "" });
    context.push_operand(0, text);
    text.push_str(if mode == AFTER { step } else { "" });
    text.push_str("]");
    Some(())
}

/// Prints two registers and an operation: `[%sp add %r6]`, `[*%sp sub %r6]`.
pub(crate) fn print_sum(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let code = context.number_at(2)?;
    let operation = OPERATIONS.get((code & 0xff) as usize)?;
    text.push_str(if code >> 8 == BEFORE { "[*" } else { "[" });
    context.push_operand(0, text);
    text.push_str(if code >> 8 == AFTER { "* " } else { " " });
    text.push_str(operation);
    text.push_str(" ");
    context.push_operand(1, text);
    text.push_str("]");
    Some(())
}
