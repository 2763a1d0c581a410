//! Addresses of X86. Machine operands of an address: base, scale, index, displacement, segment.

use crate::insn::InsnOperand;
use crate::text::AsmTextContext;

const BASE: usize = 0;
const SCALE: usize = 1;
const INDEX: usize = 2;
const DISPLACEMENT: usize = 3;
const SEGMENT: usize = 4;

/// Prints an address in the syntax of AT&T: `%fs:4(%rax,%rcx,2)`.
pub(super) fn print_memory(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_segment(SEGMENT, context, text);
    let has_registers = !context.is_absent(BASE) || !context.is_absent(INDEX);
    let displacement = context.number_at(DISPLACEMENT)?;
    if displacement != 0 || !has_registers {
        context.push_number(displacement, text);
    }
    if !has_registers {
        return Some(());
    }
    text.push('(');
    if !context.is_absent(BASE) {
        context.push_operand(BASE, text);
    }
    if !context.is_absent(INDEX) {
        text.push(',');
        context.push_operand(INDEX, text);
        let scale = context.number_at(SCALE)?;
        if scale != 1 {
            text.push(',');
            context.push_number(scale, text);
        }
    }
    text.push(')');
    Some(())
}

/// Prints an address in the syntax of Intel after its size: `dword ptr fs:[rax + 2*rcx + 4]`.
pub(super) fn print_sized_memory(
    size: &str,
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push_str(size);
    print_segment(SEGMENT, context, text);
    text.push('[');
    let mut has_registers = false;
    if !context.is_absent(BASE) {
        context.push_operand(BASE, text);
        has_registers = true;
    }
    if !context.is_absent(INDEX) {
        if has_registers {
            text.push_str(" + ");
        }
        let scale = context.number_at(SCALE)?;
        if scale != 1 || context.is_absent(BASE) {
            context.push_number(scale, text);
            text.push('*');
        }
        context.push_operand(INDEX, text);
        has_registers = true;
    }
    let displacement = context.number_at(DISPLACEMENT)?;
    if !has_registers {
        context.push_number(displacement, text);
    } else if displacement != 0 {
        text.push_str(if displacement < 0 { " - " } else { " + " });
        text.push_str(&displacement.unsigned_abs().to_string());
    }
    text.push(']');
    Some(())
}

/// Prints the source of a string instruction in the syntax of AT&T: `%fs:(%rsi)`.
pub(super) fn print_source(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_segment(1, context, text);
    print_enclosed(('(', ')'), context, text)
}

/// Prints the source of a string instruction in the syntax of Intel: `byte ptr fs:[rsi]`.
pub(super) fn print_sized_source(
    size: &str,
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push_str(size);
    print_segment(1, context, text);
    print_enclosed(('[', ']'), context, text)
}

/// Prints the destination of a string instruction in the syntax of AT&T: `%es:(%rdi)`.
pub(super) fn print_destination(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str("%es:");
    print_enclosed(('(', ')'), context, text)
}

/// Prints the destination of a string instruction in the syntax of Intel: `byte ptr es:[rdi]`.
pub(super) fn print_sized_destination(
    size: &str,
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push_str(size);
    text.push_str("es:");
    print_enclosed(('[', ']'), context, text)
}

/// Prints an address without registers in the syntax of AT&T.
pub(super) fn print_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_segment(1, context, text);
    context.push_number(context.number()?, text);
    Some(())
}

/// Prints an address without registers in the syntax of Intel: `byte ptr fs:[4]`.
pub(super) fn print_sized_offset(
    size: &str,
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push_str(size);
    print_segment(1, context, text);
    text.push('[');
    context.push_number(context.number()?, text);
    text.push(']');
    Some(())
}

/// Prints the first operand between two characters.
fn print_enclosed(
    (open, close): (char, char),
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push(open);
    context.push_operand(0, text);
    text.push(close);
    Some(())
}

/// Prints a segment that a prefix selects.
fn print_segment(index: usize, context: &AsmTextContext<'_>, text: &mut String) {
    if let Some(segment @ InsnOperand::Register(_)) = context.operand(index) {
        context.push(segment, text);
        text.push(':');
    }
}
