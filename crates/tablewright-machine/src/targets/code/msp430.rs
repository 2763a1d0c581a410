//! Functions for MSP430.

use crate::shared::{Context, TableChoice, Text};

/// Returns the tables for the addressing mode of the source operand, in the lowest word.
pub(crate) fn tables(word: u64) -> TableChoice {
    let mode = (word >> 4) & 3;
    let (operation, source) = ((word >> 12) & 15, (word >> 8) & 15);
    match operation {
        0 | 1 => {
            // The source's only register is the lowest.
            let (namespace, words) = source_tables(mode, word & 15);
            let namespace = if namespace == NONE { NONE } else { "" };
            TableChoice { namespace, width: 16 * words }
        }
        2 | 3 => TableChoice { namespace: "", width: 16 },
        _ => {
            let (namespace, words) = source_tables(mode, source);
            let words = words + ((word >> 7) & 1) as u32;
            TableChoice { namespace, width: 16 * words }
        }
    }
}

/// A namespace without tables.
const NONE: &str = "none";

/// Returns the namespace of the decoder tables for a source operand, and the instruction's length in words without its
/// destination.
fn source_tables(mode: u64, register: u64) -> (&'static str, u32) {
    match (mode, register) {
        // The registers 2 and 3 are constants in some modes.
        (_, 3) | (2 | 3, 2) => ("Beta", 1),
        (0, _) => ("Alpha", 1),
        // The program counter cannot be a pointer.
        (2, 0) => (NONE, 1),
        (1, _) | (3, 0) => ("Gamma", 2),
        _ => ("Delta", 1),
    }
}

/// Prints the target of a jump as a distance from the jump: `$+6`.
pub(crate) fn print_jump(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let distance = context.number()?;
    text.push_str(if distance < 0 { "$" } else { "$+" });
    context.push_number(distance, text);
    Some(())
}

/// Prints an address: `4(r5)`, `&4` for an absolute address, `4` relative to the program counter.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let base = context.register_name(0);
    if base == "r2" {
        text.push_str("&");
    }
    context.push_operand(1, text);
    if base != "r2" && base != "r0" {
        text.push_str("(");
        text.push_str(base);
        text.push_str(")");
    }
    Some(())
}
