//! Register order: by `PositionOrder`, then by name with digit runs compared as numbers.

use std::cmp::Ordering;

/// A register's position and its name, split at each border between digits and other characters.
///
/// Registers are sorted by position, then by the number of name parts, then by the parts without
/// digits, then by the parts with digits, compared as numbers: `D2`, `D10`, `R0`, `D0_D1`.
#[derive(Clone, Debug)]
pub(super) struct RegisterSortKey<'a> {
    position: i64,
    name: &'a str,
    /// The end of each part.
    ends: Vec<u32>,
}

impl<'a> RegisterSortKey<'a> {
    pub(super) fn new(position: i64, name: &'a str) -> RegisterSortKey<'a> {
        let bytes = name.as_bytes();
        let is_border = |&i: &usize| bytes[i - 1].is_ascii_digit() != bytes[i].is_ascii_digit();
        let mut ends: Vec<u32> =
            // Sources are shorter than 2^32 bytes, and so are names.
            (1..bytes.len()).filter(is_border).map(|border| border as u32).collect();
        ends.push(bytes.len() as u32);
        RegisterSortKey { position, name, ends }
    }

    fn part(&self, i: usize) -> &'a str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.name[start..self.ends[i] as usize]
    }

    pub(super) fn compare(&self, other: &RegisterSortKey<'_>) -> Ordering {
        let parts = self.ends.len();
        let order = self.position.cmp(&other.position).then(parts.cmp(&other.ends.len()));
        if order != Ordering::Equal {
            return order;
        }
        let words = (0..parts).step_by(2).map(|i| self.part(i).cmp(other.part(i)));
        // The number with more digits is greater. Leading zeros count as digits.
        let numbers = (1..parts).step_by(2).map(|i| {
            let (a, b) = (self.part(i), other.part(i));
            a.len().cmp(&b.len()).then_with(|| a.cmp(b))
        });
        words.chain(numbers).find(|&order| order != Ordering::Equal).unwrap_or(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_before_numbers_and_numbers_count() {
        let mut names = ["R10_R11", "R2", "SP", "R10", "R2_R3", "A0x", "R9", "R2_Q3"];
        names.sort_by(|a, b| RegisterSortKey::new(0, a).compare(&RegisterSortKey::new(0, b)));
        assert_eq!(names, ["SP", "R2", "R9", "R10", "A0x", "R2_Q3", "R2_R3", "R10_R11"]);
    }

    #[test]
    fn a_position_outweighs_the_name() {
        let (a, z) = (RegisterSortKey::new(1, "A"), RegisterSortKey::new(0, "Z1"));
        assert_eq!(a.compare(&z), Ordering::Greater);
    }
}
