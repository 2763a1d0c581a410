//! Functions for SystemZ.

use crate::shared::{Context, Text};

/// Prints a distance with decimal digits.
pub(crate) fn print_decimal(context: &Context<'_>, text: &mut Text) -> Option<()> {
    context.push_number(context.number_at(0)?, text);
    Some(())
}

/// Prints a distance with hexadecimal digits and without a sign.
pub(crate) fn print_distance(context: &Context<'_>, text: &mut Text) -> Option<()> {
    context.push_unsigned_hex(context.number_at(0)?, text);
    Some(())
}

/// Prints an address: `4(%r2)`.
pub(crate) fn print_address(context: &Context<'_>, text: &mut Text) -> Option<()> {
    context.push_operand(1, text);
    if !context.is_absent(0) {
        text.push_str("(");
        context.push_operand(0, text);
        text.push_str(")");
    }
    Some(())
}

/// Prints an address with an index: `4(%r1,%r2)`, `4(%r1,0)` without a base register.
pub(crate) fn print_indexed(context: &Context<'_>, text: &mut Text) -> Option<()> {
    if context.is_absent(2) {
        return print_address(context, text);
    }
    context.push_operand(1, text);
    text.push_str("(");
    context.push_operand(2, text);
    text.push_str(",");
    if context.is_absent(0) {
        text.push_str("0");
    } else {
        context.push_operand(0, text);
    }
    text.push_str(")");
    Some(())
}

/// Prints an address with a length or a register: `4(8,%r2)`.
pub(crate) fn print_with_length(context: &Context<'_>, text: &mut Text) -> Option<()> {
    if context.is_absent(2) {
        return print_address(context, text);
    }
    context.push_operand(1, text);
    text.push_str("(");
    context.push_operand(2, text);
    if !context.is_absent(0) {
        text.push_str(",");
        context.push_operand(0, text);
    }
    text.push_str(")");
    Some(())
}
