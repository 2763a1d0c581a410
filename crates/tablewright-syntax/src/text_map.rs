//! Offsets in an edited text and in an earlier version, converted both ways.

/// Two versions of a text that begin and end alike. The edited text lies between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextMap {
    prefix: usize,
    old_len: usize,
    new_len: usize,
    suffix: usize,
}

impl TextMap {
    /// Compares two texts: finds their longest common prefix, and the longest common suffix after
    /// it.
    pub fn new(old: &str, new: &str) -> TextMap {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let reversed_pairs = old.iter().rev().zip(new.iter().rev());
        let longest = old.len().min(new.len()) - prefix;
        let suffix = reversed_pairs.take(longest).take_while(|(a, b)| a == b).count();
        TextMap { prefix, old_len: old.len(), new_len: new.len(), suffix }
    }

    /// Treats two texts as completely different.
    pub fn unrelated(old: &str, new: &str) -> TextMap {
        TextMap { prefix: 0, old_len: old.len(), new_len: new.len(), suffix: 0 }
    }

    /// Returns the offset at which the edited text ends in the old text.
    pub fn old_end(self) -> usize {
        self.old_len - self.suffix
    }

    /// Returns the offset at which the edited text ends in the new text.
    pub fn new_end(self) -> usize {
        self.new_len - self.suffix
    }

    /// Returns the offset in the new text; `None` within the edited text.
    pub fn to_new(self, old: usize) -> Option<usize> {
        moved(old, self.prefix, self.suffix, self.old_len, self.new_len)
    }

    /// Returns the offset in the old text; `None` within the edited text.
    pub fn to_old(self, new: usize) -> Option<usize> {
        moved(new, self.prefix, self.suffix, self.new_len, self.old_len)
    }
}

fn moved(at: usize, prefix: usize, suffix: usize, from_len: usize, to_len: usize) -> Option<usize> {
    if at <= prefix {
        return Some(at);
    }
    (at <= from_len && from_len - at <= suffix).then(|| to_len - (from_len - at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_before_and_after_an_edit_correspond() {
        let (old, new) = ("def a; def b;", "def a; def xyz, b;");
        let map = TextMap::new(old, new);
        for old_offset in 0..=old.len() {
            let new_offset = map.to_new(old_offset).expect("nothing was deleted");
            assert_eq!(map.to_old(new_offset), Some(old_offset));
        }
        assert_eq!(map.to_new(old.len()), Some(new.len()));
        assert_eq!(map.to_old(new.find('y').expect("it is there")), None);
        assert_eq!(TextMap::new("aa", "aaa").to_new(2), Some(2));
        assert_eq!((map.old_end(), map.new_end()), (11, 16));
    }

    #[test]
    fn unrelated_texts_share_their_starts_alone() {
        let map = TextMap::unrelated("abc", "abc");
        assert_eq!([0, 1, 3].map(|old| map.to_new(old)), [Some(0), None, Some(3)]);
    }
}
