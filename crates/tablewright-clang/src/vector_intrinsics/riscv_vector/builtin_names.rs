//! Numbers for builtin names, to find names that several records share.

use rustc_hash::FxHashMap;

use tablewright_text::append;

use super::intrinsics::BuiltinName;

/// The names so far, numbered from 0.
#[derive(Default)]
pub(super) struct BuiltinNames<'s> {
    /// A shortcut: most names are repeated with the same parts, and need not be concatenated.
    by_parts: FxHashMap<BuiltinName<'s>, usize>,
    by_text: FxHashMap<String, usize>,
}

impl<'s> BuiltinNames<'s> {
    /// Returns the number of `name`. A name with a new text gets a new number.
    pub(super) fn number(&mut self, name: BuiltinName<'s>) -> usize {
        if let Some(&number) = self.by_parts.get(&name) {
            return number;
        }
        let mut text = String::new();
        append!(&mut text, name);
        let next = self.by_text.len();
        let number = *self.by_text.entry(text).or_insert(next);
        self.by_parts.insert(name, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_same_text_have_one_number() {
        let mut names = BuiltinNames::default();
        let parts =
            [["vadd", "", "_tu"], ["vadd", "", ""], ["vadd_tu", "", ""], ["vadd", "", "_tu"]];
        assert_eq!(parts.map(|parts| names.number(BuiltinName { parts })), [0, 1, 0, 0]);
    }
}
