//! Operands that a target method parses (`ParserMethod`).
//!
//! In: sorted rows. Out: for each row and each class with such a method, the positions at which the
//! parser may meet such an operand.

use rustc_hash::FxHashSet;

use super::match_class::{MatchClassId, MatchClasses};
use super::matchable::Matchables;

/// Operands in a row that a target method parses.
#[doc(alias = "OperandMatchEntry")]
#[derive(Clone, Copy, Debug)]
pub struct CustomOperand {
    /// The row index.
    pub row: usize,
    /// The operand class.
    pub class: MatchClassId,
    /// The possible positions, one bit each. An operand after optional operands has several
    /// positions.
    pub positions: u32,
}

/// Returns the operands that target methods parse, or all operands if the parser requests it. They
/// are sorted by row, then by class.
pub(super) fn custom_operands(
    rows: &Matchables,
    classes: &MatchClasses,
    all: bool,
) -> Vec<CustomOperand> {
    let is_custom = |class| all || !classes.get(class).parser_method().is_empty();
    let custom: FxHashSet<MatchClassId> =
        classes.in_order().map(|(class, _)| class).filter(|&class| is_custom(class)).collect();
    let mut entries = Vec::new();
    let mut of_row: Vec<(MatchClassId, u32)> = Vec::new();
    for (row, matchable) in rows.rows().iter().enumerate() {
        of_row.clear();
        let mut optional_count = 0;
        for (index, operand) in rows.operands(matchable).iter().enumerate() {
            if custom.contains(&operand.class) {
                let positions = positions(index as u32, optional_count);
                // Classes with the same rank are merged into the first.
                let rank = classes.rank(operand.class);
                match of_row.iter_mut().find(|(class, _)| classes.rank(*class) == rank) {
                    Some((_, all)) => *all |= positions,
                    None => of_row.push((operand.class, positions)),
                }
            }
            optional_count += u32::from(classes.get(operand.class).is_optional());
        }
        of_row.sort_by_key(|&(class, _)| classes.rank(class));
        let of_row = of_row.iter();
        entries.extend(of_row.map(|&(class, positions)| CustomOperand { row, class, positions }));
    }
    entries
}

/// Returns the possible positions for the operand with this index after `optional_count` optional
/// operands.
fn positions(index: u32, optional_count: u32) -> u32 {
    let bits = 1_u64.checked_shl(optional_count + 1).map_or(u64::MAX, |bit| bit - 1);
    // Positions are limited to 32 bits, a C++ `unsigned`.
    bits.checked_shl(index - optional_count).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::positions;

    #[test]
    fn an_operand_after_optional_operands_has_several_positions() {
        assert_eq!(positions(2, 0), 0b100);
        assert_eq!(positions(2, 2), 0b111);
        assert_eq!(positions(3, 1), 0b1100);
        assert_eq!(positions(70, 0), 0);
        assert_eq!(positions(40, 40), u32::MAX);
    }
}
