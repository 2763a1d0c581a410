//! Reasons for differences: `llc` steps that a description lacks.

use super::Difference;
use super::targets::SelectTarget;

/// An `llc` step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    Order,
    Product,
    NarrowResult,
    SelectionByArithmetic,
    MaskByShifts,
    FurtherInstructions,
    Simplified,
}

impl Reason {
    /// Returns the reason in words.
    pub(super) fn text(self) -> &'static str {
        match self {
            Reason::Order => "the same instructions in another order",
            Reason::Product => "a product with a constant becomes shifts and sums",
            Reason::NarrowResult => "only the lower half of a register is used",
            Reason::SelectionByArithmetic => "a selection or comparison becomes arithmetic",
            Reason::MaskByShifts => "a mask becomes shifts, or shifts a mask",
            Reason::FurtherInstructions => "llc selects further instructions",
            Reason::Simplified => "a combine changes the operations",
        }
    }
}

/// Finds the reason for a difference, from instructions that only one side has.
pub(super) fn reason(target: &SelectTarget, difference: &Difference) -> Reason {
    let only_reference = without(&difference.reference, &difference.ours);
    let only_ours = without(&difference.ours, &difference.reference);
    let has = |names: &[&str], part: &str| names.iter().any(|name| name.contains(part));
    let is_shift = |name: &&str| {
        name.starts_with('S') && name.contains("LL") || name.contains("SRL") || name.contains("SRA")
    };
    if only_reference.is_empty() && only_ours.is_empty() {
        return Reason::Order;
    }
    if has(&only_ours, "MUL") && !has(&only_reference, "MUL") {
        return Reason::Product;
    }
    if target.register_bits == 64 && (has_narrow(&only_reference) || has_narrow(&only_ours)) {
        return Reason::NarrowResult;
    }
    if has(&only_ours, "Select") || has(&only_ours, "SELECT") {
        return Reason::SelectionByArithmetic;
    }
    let is_mask = |name: &&str| name.starts_with("AND");
    let all = || only_reference.iter().chain(&only_ours);
    if all().any(is_mask) && all().any(is_shift) {
        return Reason::MaskByShifts;
    }
    if only_ours.is_empty() && all().all(|name| !is_mask(name)) {
        return Reason::FurtherInstructions;
    }
    Reason::Simplified
}

/// Whether an instruction computes a register's lower 32 bits.
fn has_narrow(names: &[&str]) -> bool {
    names.iter().any(|name| name.len() > 2 && name.ends_with('W') || name.ends_with("IW"))
}

/// Returns the names in a list that another list lacks, as often as it lacks them.
fn without<'n>(names: &'n [String], others: &[String]) -> Vec<&'n str> {
    let mut others: Vec<&String> = others.iter().collect();
    let is_missing = |name: &&String| match others.iter().position(|other| other == name) {
        Some(at) => {
            others.swap_remove(at);
            false
        }
        None => true,
    };
    names.iter().filter(is_missing).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::super::targets::TARGETS;
    use super::*;

    fn reason_of(reference: &str, ours: &str) -> Reason {
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let (reference, ours) = (names(reference), names(ours));
        reason(&TARGETS[0], &Difference { function: "f".to_owned(), reference, ours })
    }

    #[test]
    fn reasons_follow_from_the_instructions_of_one_side() {
        assert_eq!(reason_of("LD SUB", "SUB LD"), Reason::Order);
        assert_eq!(reason_of("SLLI SUB", "MUL"), Reason::Product);
        assert_eq!(reason_of("ADDW SW", "ADD SW"), Reason::NarrowResult);
        assert_eq!(reason_of("SLLI SRLI SLT", "SLLI AND SLT"), Reason::MaskByShifts);
        assert_eq!(
            reason_of("SLTIU ADDI OR", "Select_GPR_Using_CC_GPR"),
            Reason::SelectionByArithmetic
        );
        assert_eq!(reason_of("XORI SLTI", "ORI SLTI"), Reason::Simplified);
    }
}
