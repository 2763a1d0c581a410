//! Functions for SPARC.

use crate::shared::{Context, Text};

/// Prints an operand. A trap number has seven bits.
pub(crate) fn print_operand(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let is_trap = ["TICC", "TRAP", "TXCC"].iter().any(|it| context.instruction().starts_with(it));
    match context.number_at(0).filter(|_| is_trap) {
        Some(number) => context.push_number(number & 0x7f, text),
        None => context.push_operand(0, text),
    }
    Some(())
}

/// Memory barriers, the lowest bit first.
pub(crate) const BARRIERS: [&str; 7] =
    ["#LoadLoad", "#StoreLoad", "#LoadStore", "#StoreStore", "#Lookaside", "#MemIssue", "#Sync"];

/// Prints the names of barriers, or another number.
pub(crate) fn print_barrier(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let number = context.number_at(0)?;
    if !(0..1 << BARRIERS.len()).contains(&number) {
        context.push_number(number, text);
        return Some(());
    }
    let mut separator = "";
    for (bit, name) in BARRIERS.iter().enumerate() {
        if (number >> bit) & 1 != 0 {
            text.push_str(separator);
            text.push_str(name);
            separator = " | ";
        }
    }
    Some(())
}

/// Prints a register and the added operand. The register `%g0` and the number 0 are left out.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    if context.register_name(0) == "g0" {
        context.push_operand(1, text);
        return Some(());
    }
    context.push_operand(0, text);
    if context.register_name(1) != "g0" && context.number_at(1) != Some(0) {
        text.push_str("+");
        context.push_operand(1, text);
    }
    Some(())
}

const INTEGER: [&str; 16] =
    ["n", "e", "le", "l", "leu", "cs", "neg", "vs", "a", "ne", "g", "ge", "gu", "cc", "pos", "vc"];
const FLOATING_POINT: [&str; 16] =
    ["n", "ne", "lg", "ul", "l", "ug", "g", "u", "a", "e", "ue", "ge", "uge", "le", "ule", "o"];
const COPROCESSOR: [&str; 16] =
    ["n", "123", "12", "13", "1", "23", "2", "3", "a", "0", "03", "02", "023", "01", "013", "012"];
const REGISTER: [&str; 8] = ["a", "z", "lez", "lz", "a", "nz", "gz", "gez"];

/// Returns the names for an instruction's conditions.
pub(crate) fn conditions(instruction: &str) -> &'static [&'static str] {
    let starts = |names: &[&str]| names.iter().any(|name| instruction.starts_with(name));
    if starts(&["CBCOND", "CPBCOND"]) {
        &COPROCESSOR
    } else if starts(&["BPR", "MOVR", "FMOVR"]) {
        &REGISTER
    } else if starts(&["FBCOND"]) || instruction.contains("FCC") {
        &FLOATING_POINT
    } else {
        &INTEGER
    }
}

/// Prints a condition.
pub(crate) fn print_condition(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let number = usize::try_from(context.number_at(0)?).ok()?;
    text.push_str(conditions(context.instruction()).get(number)?);
    Some(())
}
