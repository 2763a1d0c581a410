//! Many short texts in a single string.

use std::ops;

use tablewright_index::{Idx, IndexVec};

/// A text for each index of `I`.
pub(crate) struct UnescapedTexts<I> {
    text: String,
    /// The end of each text, and start of the next.
    ends: IndexVec<I, u32>,
}

impl<I: Idx> UnescapedTexts<I> {
    pub(crate) fn new() -> UnescapedTexts<I> {
        UnescapedTexts { text: String::new(), ends: IndexVec::new() }
    }

    /// Adds the text that `write` appends. After an error, a partial text remains.
    pub(crate) fn try_push<E>(
        &mut self,
        write: impl FnOnce(&mut String) -> Result<(), E>,
    ) -> Result<I, E> {
        write(&mut self.text)?;
        let end = u32::try_from(self.text.len());
        Ok(self.ends.push(end.expect("the texts are far from 4 GiB")))
    }

    /// Adds the text that `write` appends.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut String)) -> I {
        let written = self.try_push(|text| {
            write(text);
            Ok::<_, std::convert::Infallible>(())
        });
        match written {
            Ok(index) => index,
        }
    }
}

impl<I: Idx> Default for UnescapedTexts<I> {
    fn default() -> UnescapedTexts<I> {
        UnescapedTexts::new()
    }
}

impl<I: Idx> ops::Index<I> for UnescapedTexts<I> {
    type Output = str;

    fn index(&self, index: I) -> &str {
        let start = match index.index() {
            0 => 0,
            at => self.ends[I::from_index(at - 1)],
        };
        &self.text[start as usize..self.ends[index] as usize]
    }
}

#[cfg(test)]
mod tests {
    use tablewright_index::define_index;

    use super::*;

    define_index! {
        struct NameId;
    }

    #[test]
    fn texts_end_where_the_next_one_starts() {
        let mut texts: UnescapedTexts<NameId> = UnescapedTexts::new();
        let [one, empty, two] = ["one", "", "two"].map(|text| texts.push(|out| out.push_str(text)));
        assert_eq!((&texts[one], &texts[empty], &texts[two]), ("one", "", "two"));
    }

    #[test]
    fn a_text_that_cannot_be_written_is_an_error() {
        let mut texts: UnescapedTexts<NameId> = UnescapedTexts::new();
        assert_eq!(texts.try_push(|_| Err("no type")), Err("no type"));
    }
}
