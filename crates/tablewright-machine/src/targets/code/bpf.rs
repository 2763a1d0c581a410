//! Functions for BPF.

use crate::shared::{Context, Text};

/// Prints a register and a distance: `r1 + 8`, `r1 - 8`.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    let distance = context.number_at(1)?;
    context.push_operand(0, text);
    text.push_str(if distance < 0 { " - " } else { " + " });
    context.push_number(distance.wrapping_abs(), text);
    Some(())
}
