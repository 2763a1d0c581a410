//! Vector comparisons without an encoding: for example `vmsge.vx`, which is the inverse of
//! `vmslt.vx`.

use crate::syntax::ExpansionInput;

/// Returns the inverse of the comparison `less` of a vector with a register. The operands are the
/// result, a temporary register if there are five, the vector, the register and the mask.
pub(super) fn at_least(input: &ExpansionInput<'_>, less: &str) -> Option<Vec<String>> {
    match input.operands {
        [to, from, scalar] => Some(inverse(less, to, from, scalar)),
        [to, from, scalar, mask] if mask.is_empty() => Some(inverse(less, to, from, scalar)),
        [to, from, scalar, mask] => Some(vec![
            format!("{less} {to}, {from}, {scalar}, {mask}.t"),
            format!("vmxor.mm {to}, {to}, {mask}"),
        ]),
        [to, other, from, scalar, mask] if to != other && !mask.is_empty() => {
            Some(with_temporary(less, [to, other, from, scalar, mask]))
        }
        _ => None,
    }
}

fn inverse(less: &str, to: &str, from: &str, scalar: &str) -> Vec<String> {
    vec![format!("{less} {to}, {from}, {scalar}"), format!("vmnand.mm {to}, {to}, {to}")]
}

/// Returns the comparison whose masked elements stay.
fn with_temporary(less: &str, [to, other, from, scalar, mask]: [&String; 5]) -> Vec<String> {
    let mut lines = vec![format!("{less} {other}, {from}, {scalar}")];
    if to == mask {
        lines.push(format!("vmandn.mm {to}, {to}, {other}"));
    } else {
        lines.push(format!("vmandn.mm {other}, {mask}, {other}"));
        lines.push(format!("vmandn.mm {to}, {to}, {mask}"));
        lines.push(format!("vmor.mm {to}, {other}, {to}"));
    }
    lines
}

/// Returns a comparison with the number before, for example `vmsgt.vi` with 4 for `vmsge.vi` with 5.
/// `zero` compares a vector with itself, since an unsigned zero has no number before it.
pub(super) fn with_number_before(
    input: &ExpansionInput<'_>,
    name: &str,
    zero: Option<&str>,
) -> Option<Vec<String>> {
    let [to, from, _, mask] = input.operands else { return None };
    let number = (*input.numbers.get(2)?)?;
    let mask = if mask.is_empty() { String::new() } else { format!(", {mask}.t") };
    let line = match zero.filter(|_| number == 0) {
        Some(equal) => format!("{equal} {to}, {from}, {from}{mask}"),
        None => format!("{name} {to}, {from}, {}{mask}", number.checked_sub(1)?),
    };
    Some(vec![line])
}
