//! RISC-V instructions that an assembler refuses although they have an encoding.

use crate::insn::InsnOperand;
use crate::text::{AsmTextContext, InsnRefusal};

/// Bits in `RVVConstraint`: the operands that differ from the destination.
const SECOND_SOURCE: i64 = 1;
const FIRST_SOURCE: i64 = 2;
const MASK: i64 = 4;

pub(super) fn check(context: &AsmTextContext<'_>) -> Option<InsnRefusal> {
    vector_overlap(context).or_else(|| match context.instruction() {
        "TH_LDD" | "TH_LWD" | "TH_LWUD" => different(context, &["rd", "rs2", "rs1"]),
        "CM_MVSA01" => different(context, &["rs1", "rs2"]),
        "AES64KS1I" => number(context, "rnum", 0, 10),
        "C_LUI" | "C_LUI_HINT" => non_zero(context, "imm"),
        "CM_JALT" => number(context, "index", 32, 255),
        _ => None,
    })
}

/// Refuses a vector instruction whose destination overlaps with a source.
fn vector_overlap(context: &AsmTextContext<'_>) -> Option<InsnRefusal> {
    let constraint = context.record_number("RVVConstraint", "Value").filter(|it| *it != 0)?;
    let destination = context.other(0)?;
    let is_destination = |names: &[&str]| {
        let index = names.iter().find_map(|name| context.operand_named(name))?;
        (context.other(index) == Some(destination)).then_some(index)
    };
    let overlap = [
        (SECOND_SOURCE, &["vs2", "rs2"][..], "a register that is not the destination"),
        (FIRST_SOURCE, &["vs1", "rs1"], "a register that is not the destination"),
        (MASK, &["vm"], "a mask that is not the destination"),
    ];
    overlap.into_iter().find_map(|(bit, names, expected)| {
        let operand = is_destination(names).filter(|_| constraint & bit != 0)?;
        Some(InsnRefusal { operand, expected: expected.to_owned() })
    })
}

/// Refuses equal registers.
fn different(context: &AsmTextContext<'_>, names: &[&str]) -> Option<InsnRefusal> {
    let mut before: Vec<InsnOperand> = Vec::new();
    for name in names {
        let operand = context.operand_named(name)?;
        let register = context.other(operand)?;
        if before.contains(&register) {
            let expected = "a register that is not in an operand before".to_owned();
            return Some(InsnRefusal { operand, expected });
        }
        before.push(register);
    }
    None
}

/// Refuses numbers outside of a range.
fn number(context: &AsmTextContext<'_>, name: &str, low: i64, high: i64) -> Option<InsnRefusal> {
    let operand = context.operand_named(name)?;
    let number = context.other(operand)?.number()?;
    let expected = format!("a number from {low} to {high}");
    (!(low..=high).contains(&number)).then_some(InsnRefusal { operand, expected })
}

fn non_zero(context: &AsmTextContext<'_>, name: &str) -> Option<InsnRefusal> {
    let operand = context.operand_named(name)?;
    let expected = "a number other than 0".to_owned();
    (context.other(operand)?.number()? == 0).then_some(InsnRefusal { operand, expected })
}
