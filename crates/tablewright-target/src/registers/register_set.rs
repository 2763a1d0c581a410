//! Register sets as bits. Members are iterated in register order.

use super::index::RegisterId;

/// A register set with one bit for each register, from the first word with a member to the last.
/// Equal sets have equal words, so a set can be a hash table key.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct RegisterSet {
    /// The number of the first word.
    first: u32,
    /// The number of members.
    len: u32,
    /// The words from the first to the last nonzero word.
    words: Box<[u64]>,
}

impl RegisterSet {
    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether `register` is in the set.
    pub fn contains(&self, register: RegisterId) -> bool {
        let (word, bit) = (register.index() / 64, register.index() % 64);
        word.checked_sub(self.first as usize)
            .and_then(|word| self.words.get(word))
            .is_some_and(|bits| bits >> bit & 1 != 0)
    }

    /// Iterates over the members, in order.
    pub fn iter(&self) -> impl Iterator<Item = RegisterId> + '_ {
        let from = self.first as usize * 64;
        self.words.iter().enumerate().flat_map(move |(i, &word)| {
            Ones(word).map(move |bit| RegisterId::from_index(from + i * 64 + bit))
        })
    }

    /// Returns the first member.
    pub fn first(&self) -> Option<RegisterId> {
        self.iter().next()
    }

    /// Whether `other` contains all members.
    pub fn is_subset(&self, other: &RegisterSet) -> bool {
        if self.len > other.len {
            return false;
        }
        if self.is_empty() {
            return true;
        }
        let Some(skip) = self.first.checked_sub(other.first) else { return false };
        let Some(words) = other.words.get(skip as usize..) else { return false };
        words.len() >= self.words.len() && self.words.iter().zip(words).all(|(a, b)| a & !b == 0)
    }

    /// Returns the number of the first common word, and the overlapping words from both sets.
    fn overlap<'s>(&'s self, other: &'s RegisterSet) -> (usize, &'s [u64], &'s [u64]) {
        let from = self.first.max(other.first);
        let to = self.end().min(other.end());
        if from >= to {
            return (0, &[], &[]);
        }
        let part = |set: &'s RegisterSet| {
            &set.words[(from - set.first) as usize..(to - set.first) as usize]
        };
        (from as usize, part(self), part(other))
    }

    /// Returns the number of the word after the last. There are fewer than 2^32 registers, with 64
    /// per word.
    fn end(&self) -> u32 {
        self.first + self.words.len() as u32
    }

    /// Whether the sets share a member.
    pub fn intersects(&self, other: &RegisterSet) -> bool {
        let (_, a, b) = self.overlap(other);
        a.iter().zip(b).any(|(a, b)| a & b != 0)
    }

    /// Returns the members that both sets share.
    pub fn intersection(&self, other: &RegisterSet) -> RegisterSet {
        let (first, a, b) = self.overlap(other);
        RegisterSet::from_words(first, a.iter().zip(b).map(|(a, b)| a & b).collect())
    }

    /// Builds a set from words that start at the word number `first`.
    fn from_words(first: usize, mut words: Vec<u64>) -> RegisterSet {
        let Some(start) = words.iter().position(|&word| word != 0) else {
            return RegisterSet::default();
        };
        let end = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        words.truncate(end);
        words.drain(..start);
        let len = words.iter().map(|word| word.count_ones()).sum();
        RegisterSet { first: (first + start) as u32, len, words: words.into_boxed_slice() }
    }
}

impl FromIterator<RegisterId> for RegisterSet {
    fn from_iter<I: IntoIterator<Item = RegisterId>>(registers: I) -> RegisterSet {
        let mut words = Vec::new();
        for register in registers {
            let (word, bit) = (register.index() / 64, register.index() % 64);
            if word >= words.len() {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << bit;
        }
        RegisterSet::from_words(0, words)
    }
}

/// Iterates over the positions of one bits in a word.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(registers: &[usize]) -> RegisterSet {
        registers.iter().map(|&r| RegisterId::from_index(r)).collect()
    }

    #[test]
    fn sets_of_the_same_registers_are_equal() {
        assert_eq!(set(&[200, 70, 70]), set(&[70, 200]));
        assert_eq!((set(&[200, 70, 70]).len(), set(&[]).is_empty()), (2, true));
        assert_eq!(set(&[70, 130, 200]).intersection(&set(&[64, 130, 500])), set(&[130]));
        assert_eq!(set(&[70]).intersection(&set(&[71, 900])), set(&[]));
    }

    #[test]
    fn members_come_in_order() {
        let members: Vec<usize> = set(&[3, 0, 127, 64]).iter().map(RegisterId::index).collect();
        assert_eq!(members, [0, 3, 64, 127]);
        assert_eq!(set(&[65, 64]).first(), Some(RegisterId::from_index(64)));
    }

    #[test]
    fn subsets_lie_within() {
        assert!(set(&[70, 200]).is_subset(&set(&[1, 70, 200])));
        assert!(!set(&[70, 200]).is_subset(&set(&[70, 199, 300])));
        assert!(!set(&[1]).is_subset(&set(&[70, 71])) && !set(&[900]).is_subset(&set(&[70, 71])));
        assert!(set(&[]).is_subset(&set(&[])) && set(&[5]).intersects(&set(&[5, 6])));
        assert!(set(&[5]).contains(RegisterId::from_index(5)));
        assert!(!set(&[500]).contains(RegisterId::from_index(5)));
    }
}
