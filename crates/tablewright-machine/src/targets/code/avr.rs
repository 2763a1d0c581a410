//! Functions for AVR.

use crate::shared::{Context, Text};

/// Whether 16 bits are the first half of a load or store with an absolute address.
pub(crate) fn is_long(word: u128, width: u32) -> bool {
    width == 16 && word & 0xfc0f == 0x9000
}

/// Returns a pointer register's name.
fn pointer(name: &str) -> Option<&'static str> {
    match name {
        "r27:r26" => Some("X"),
        "r29:r28" => Some("Y"),
        "r31:r30" => Some("Z"),
        _ => None,
    }
}

/// Operands and register classes whose registers are printed as pointers.
const POINTERS: [&str; 5] = ["PTRREGS", "PTRDISPREGS", "ZREG", "LDSTPtrReg", "LDDSTDPtrReg"];

/// Prints an operand: a pointer by its letter, another register pair by its lower register.
pub(crate) fn print_operand(context: &Context<'_>, text: &mut Text) -> Option<()> {
    if !context.is_register(0) {
        context.push_operand(0, text);
        return Some(());
    }
    let name = context.register_name(0);
    let lower = name.split_once(':').map_or(name, |(_, lower)| lower);
    let letter = pointer(name).filter(|_| POINTERS.contains(&context.operand_record()));
    text.push_str(letter.unwrap_or(lower));
    Some(())
}

/// Prints a pointer and a distance: `Y+5`.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let distance = context.number_at(1)?;
    text.push_str(pointer(context.register_name(0))?);
    text.push_str("+");
    context.push_number(distance, text);
    Some(())
}
