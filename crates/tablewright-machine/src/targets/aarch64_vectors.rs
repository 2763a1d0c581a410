//! Text of AArch64's vectors, matrices and index registers.

use crate::text::AsmTextContext;

/// Returns the method's template argument at `index` as a number.
pub(super) fn argument(context: &AsmTextContext<'_>, index: usize) -> Option<i64> {
    context.argument(index).parse().ok()
}

/// Prints a register with its element size: `z3.b`.
pub(super) fn print_typed(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    match context.argument(0).trim_matches('\'') {
        "" | "0" => {}
        size => text.push_str(&format!(".{size}")),
    }
    Some(())
}

/// Prints a scalable vector register as the scalar register in it: `d3`.
pub(super) fn print_scalar(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    let letter = element(context.argument(0))?.strip_prefix('.')?;
    text.push_str(&format!("{letter}{}", name.strip_prefix('z')?));
    Some(())
}

/// Prints the group's first register.
pub(super) fn print_first(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    text.push_str(&name.split('_').next()?.to_ascii_lowercase());
    Some(())
}

/// Prints a register pair: `x2, x3`.
pub(super) fn print_pair(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    let names = name.split('_').map(|name| match name {
        "FP" => "x29".to_owned(),
        "LR" => "x30".to_owned(),
        name => name.to_ascii_lowercase(),
    });
    text.push_str(&names.collect::<Vec<_>>().join(", "));
    Some(())
}

/// Prints a register as its lower half: `w3`.
pub(super) fn print_half(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    text.push_str(&format!("w{}", name.strip_prefix('x')?));
    Some(())
}

/// Prints an index register's extension: `lsl #3`, `sxtw #2`, `uxtw`.
pub(super) fn print_memory_extension(
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    let (is_signed, is_shifted) = (context.number()? != 0, context.operand(1)?.number()? != 0);
    let register = context.argument(0).trim_matches('\'');
    let bits: u32 = context.argument(1).parse().ok()?;
    push_memory_extension((is_signed, is_shifted), register, bits, text)
}

/// Adds an index register's extension with the sign and the shift that it may have.
fn push_memory_extension(
    (is_signed, is_shifted): (bool, bool),
    register: &str,
    bits: u32,
    text: &mut String,
) -> Option<()> {
    let is_left = !is_signed && register == "x";
    if is_left {
        text.push_str("lsl")
    } else {
        text.push_str(&format!("{}xt{register}", if is_signed { 's' } else { 'u' }))
    }
    if is_shifted || is_left {
        text.push_str(&format!(" #{}", (bits / 8).checked_ilog2()?));
    }
    Some(())
}

/// Prints an index register with its element size and its extension: `z3.d, sxtw #2`.
pub(super) fn print_index_register(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let [is_signed, bits, register, suffix] =
        [0, 1, 2, 3].map(|index| context.argument(index).trim_matches('\''));
    let (is_signed, bits) = (is_signed == "true", bits.parse::<u32>().ok()?);
    context.push(context.operand(0)?, text);
    if suffix != "0" {
        text.push_str(&format!(".{suffix}"));
    }
    let is_shifted = bits != 8;
    if is_signed || is_shifted || register == "w" {
        text.push_str(", ");
        push_memory_extension((is_signed, is_shifted), register, bits, text)?;
    }
    Some(())
}

/// Prints the step of an address: a register, or the size of the accessed memory.
pub(super) fn print_increment(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let start = text.len();
    context.push(context.operand(0)?, text);
    if text[start..] == *"xzr" {
        text.truncate(start);
        text.push_str(&format!("#{}", context.argument(0)));
    }
    Some(())
}

/// Returns the suffix for an element size in bits.
fn element(bits: &str) -> Option<&'static str> {
    Some(match bits {
        "0" => "",
        "8" => ".b",
        "16" => ".h",
        "32" => ".s",
        "64" => ".d",
        "128" => ".q",
        _ => return None,
    })
}

pub(super) fn print_typed_by_bits(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    text.push_str(element(context.argument(0))?);
    Some(())
}

/// Prints a matrix slice: `za0v.b`.
pub(super) fn print_tile(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    let (tile, element) = name.split_once('.')?;
    let is_vertical = matches!(context.argument(0), "1" | "true");
    text.push_str(&format!("{tile}{}.{element}", if is_vertical { 'v' } else { 'h' }));
    Some(())
}

/// Prints a slice range: `14:15`.
pub(super) fn print_range(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let first = context.number()? * argument(context, 0)?;
    text.push_str(&format!("{first}:{}", first + argument(context, 1)?));
    Some(())
}

/// Prints a number of eight bits with a shift of eight bits.
pub(super) fn print_byte(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (number, shift) = (context.number()?, context.operand(1)?.number()?);
    if number == 0 && shift != 0 {
        text.push_str(&format!("#0, lsl #{shift}"));
        return Some(());
    }
    let value = if context.argument(0).starts_with('u') {
        number << shift
    } else {
        i64::from(number as u8 as i8) << shift
    };
    text.push_str(&format!("#{value}"));
    Some(())
}

/// Prints eight bits as eight bytes of ones or zeros.
pub(super) fn print_byte_mask(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    let bytes = (0..8).filter(|bit| bits >> bit & 1 != 0);
    let mask = bytes.fold(0_u64, |mask, bit| mask | 0xff << (8 * bit));
    text.push_str(&format!("#0x{mask:016x}"));
    Some(())
}

/// Prints a vector list: `{ v0.8b, v1.8b }`, `{ z0.b - z3.b }`.
pub(super) fn print_list(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mut name = String::new();
    context.push(context.operand(0)?, &mut name);
    let numbers: Option<Vec<u32>> =
        name.split('_').map(|part| part.get(1..)?.parse().ok()).collect();
    let numbers = numbers?;
    let letter = match name.chars().next()?.to_ascii_lowercase() {
        'q' | 'd' => 'v',
        letter @ ('z' | 'p') => letter,
        _ => return None,
    };
    let count = context.argument(0);
    let suffix = match context.argument(1).trim_matches('\'') {
        "0" | "" => String::new(),
        element => format!(".{}{element}", if count == "0" { "" } else { count }),
    };
    let is_run = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let names: Vec<String> =
        numbers.iter().map(|number| format!("{letter}{number}{suffix}")).collect();
    match &names[..] {
        [first, _, .., last] if letter == 'z' && is_run && names.len() > 2 => {
            text.push_str(&format!("{{ {first} - {last} }}"));
        }
        names => text.push_str(&format!("{{ {} }}", names.join(", "))),
    }
    Some(())
}
