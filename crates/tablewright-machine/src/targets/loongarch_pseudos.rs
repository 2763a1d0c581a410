//! LoongArch instructions without an encoding, and refused operand pairs.

use crate::number::{low_mask, sign_extended};
use crate::syntax::{ExpansionInput, ExpansionRow};
use crate::text::{AsmTextContext, InsnRefusal};

pub(super) const EXPANSIONS: &[ExpansionRow] = &[
    ExpansionRow { instruction: "PseudoLI_W", expand: load_word },
    ExpansionRow { instruction: "PseudoLI_D", expand: load_doubleword },
    ExpansionRow { instruction: "PseudoVREPLI_B", expand: |input| repeat(input, "vldi", 0) },
    ExpansionRow { instruction: "PseudoVREPLI_H", expand: |input| repeat(input, "vldi", 1) },
    ExpansionRow { instruction: "PseudoVREPLI_W", expand: |input| repeat(input, "vldi", 2) },
    ExpansionRow { instruction: "PseudoVREPLI_D", expand: |input| repeat(input, "vldi", 3) },
    ExpansionRow { instruction: "PseudoXVREPLI_B", expand: |input| repeat(input, "xvldi", 0) },
    ExpansionRow { instruction: "PseudoXVREPLI_H", expand: |input| repeat(input, "xvldi", 1) },
    ExpansionRow { instruction: "PseudoXVREPLI_W", expand: |input| repeat(input, "xvldi", 2) },
    ExpansionRow { instruction: "PseudoXVREPLI_D", expand: |input| repeat(input, "xvldi", 3) },
];

/// Loads a number with 32 bits, which may be written without its sign.
fn load_word(input: &ExpansionInput<'_>) -> Option<Vec<String>> {
    let number = (*input.numbers.get(1)?)?;
    let word =
        i32::try_from(number).ok().or_else(|| u32::try_from(number).ok().map(|it| it as i32));
    Some(load(input.operands.first()?, i64::from(word?)))
}

fn load_doubleword(input: &ExpansionInput<'_>) -> Option<Vec<String>> {
    Some(load(input.operands.first()?, (*input.numbers.get(1)?)?))
}

/// Returns the instructions that load a number, from its lowest part to its highest. No
/// instruction loads a part that the sign of the part below already fills.
fn load(register: &str, number: i64) -> Vec<String> {
    let part = |low: u32, width: u32| sign_extended(number as u64 >> low, width);
    let (low, high, higher, highest) = (part(0, 12), part(12, 20), part(32, 20), part(52, 12));
    if highest != 0 && number as u64 & low_mask(52) == 0 {
        return vec![format!("lu52i.d {register}, $zero, {highest}")];
    }
    let unsigned = low & 0xfff;
    let mut lines = if high == 0 {
        vec![format!("ori {register}, $zero, {unsigned}")]
    } else if high == -1 && low < 0 {
        vec![format!("addi.w {register}, $zero, {low}")]
    } else {
        let first = format!("lu12i.w {register}, {high}");
        let second = (low != 0).then(|| format!("ori {register}, {register}, {unsigned}"));
        std::iter::once(first).chain(second).collect()
    };
    if higher != high.signum().min(0) {
        lines.push(format!("lu32i.d {register}, {higher}"));
    }
    if highest != higher.signum().min(0) {
        lines.push(format!("lu52i.d {register}, {register}, {highest}"));
    }
    lines
}

/// Returns the instruction that loads a number into all vector elements. The two bits above the
/// number are the element size.
fn repeat(input: &ExpansionInput<'_>, name: &str, size: i64) -> Option<Vec<String>> {
    let register = input.operands.first()?;
    let number = (*input.numbers.get(1)?)?;
    let number = Some(number).filter(|it| sign_extended(*it as u64, 10) == *it)?;
    let bits = size << 10 | number & 0x3ff;
    Some(vec![format!("{name} {register}, {}", sign_extended(bits as u64, 13))])
}

/// Refuses an empty bit range, an exchange with register 0 or 1, and an atomic instruction with its
/// result as a source.
pub(super) fn check(context: &AsmTextContext<'_>) -> Option<InsnRefusal> {
    let name = context.instruction();
    let refusal = |operand: usize, expected: &str| {
        Some(InsnRefusal { operand, expected: expected.to_owned() })
    };
    let value = |name: &str| {
        let operand = context.operand_named(name)?;
        Some((operand, context.other(operand)?))
    };
    if name.starts_with("BSTR") {
        let (high, low) = if name.ends_with("_W") { ("msbw", "lsbw") } else { ("msbd", "lsbd") };
        let (operand, high) = value(high)?;
        let (_, low) = value(low)?;
        let is_empty = high.number()? < low.number()?;
        return refusal(operand, "a bit that is not below the lowest bit").filter(|_| is_empty);
    }
    let (operand, source) = value("rj")?;
    if matches!(name, "CSRXCHG" | "GCSRXCHG") {
        let is_low = ["zero", "ra"].contains(&context.register_name(operand));
        return refusal(operand, "a register other than $r0 and $r1").filter(|_| is_low);
    }
    // An atomic instruction has three registers, for example `AMADD_W`.
    let is_atomic = name.starts_with("AM") && name.contains('_');
    let (result, destination) = value("rd")?;
    let (_, other) = value("rk")?;
    let is_source = [source, other].contains(&destination);
    let is_refused = is_atomic && is_source && context.register_name(result) != "zero";
    refusal(result, "a register that is not a source").filter(|_| is_refused)
}
