//! Operands that a method of the target parses (`ParserMethod`).
//!
//! In: rows in their order. Out: for each row and each class with such a method, the positions at
//! which the parser may meet such an operand.

use rustc_hash::FxHashSet;

use super::match_class::{MatchClassId, MatchClasses};
use super::matchable::Matchables;

/// Operands of a row that a method of the target parses.
#[doc(alias = "OperandMatchEntry")]
#[derive(Clone, Copy, Debug)]
pub struct CustomOperand {
    /// The index of the row.
    pub row: usize,
    /// Their class.
    pub class: MatchClassId,
    /// A bit for each position at which they may be. An operand after optional operands has several
    /// positions.
    pub positions: u32,
}

/// The operands that methods of the target parse, or all operands if the parser asks for it. They are
/// in the order of rows, of each row in that of classes.
pub(super) fn custom_operands(
    rows: &Matchables,
    classes: &MatchClasses,
    all: bool,
) -> Vec<CustomOperand> {
    let is_custom = |class| all || !classes.get(class).parser_method().is_empty();
    let custom: FxHashSet<MatchClassId> =
        classes.in_order().map(|(class, _)| class).filter(|&class| is_custom(class)).collect();
    let mut found = Vec::new();
    let mut of_row: Vec<(MatchClassId, u32)> = Vec::new();
    for (row, matchable) in rows.rows().iter().enumerate() {
        of_row.clear();
        let mut optional_count = 0;
        for (index, operand) in rows.operands(matchable).iter().enumerate() {
            if custom.contains(&operand.class) {
                let positions = positions(index as u32, optional_count);
                // Classes of the same rank count as one: the first.
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
        found.extend(of_row.map(|&(class, positions)| CustomOperand { row, class, positions }));
    }
    found
}

/// The positions of the operand with that index, after `optional_count` operands that may be left out.
fn positions(index: u32, optional_count: u32) -> u32 {
    let bits = 1_u64.checked_shl(optional_count + 1).map_or(u64::MAX, |bit| bit - 1);
    // A position has to be one of the 32 bits of a C++ `unsigned`.
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
