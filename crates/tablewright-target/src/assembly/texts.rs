//! The texts of tokens, mnemonics and operand names, each stored once.

use tablewright_syntax::symbol::{Interner, Symbol};

/// A text that occurs in assembly strings; equal ids are equal texts. It is no [`Symbol`] of the
/// record store: most tokens occur nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextId(Symbol);

impl TextId {
    /// Its index in the order in which texts were added.
    pub fn index(self) -> usize {
        self.0.index()
    }
}

/// All texts of an assembly language.
#[derive(Clone)]
pub struct AsmTexts {
    interner: Interner,
    /// The text without characters.
    pub empty: TextId,
}

impl Default for AsmTexts {
    fn default() -> AsmTexts {
        let mut interner = Interner::default();
        let empty = TextId(interner.intern(""));
        AsmTexts { interner, empty }
    }
}

impl std::fmt::Debug for AsmTexts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AsmTexts({})", self.count())
    }
}

impl AsmTexts {
    /// The id of a text, which is added unless it is there.
    pub fn add(&mut self, text: &str) -> TextId {
        TextId(self.interner.intern(text))
    }

    /// The id of a text that was added.
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.interner.get(text).map(TextId)
    }

    /// The text.
    pub fn get(&self, id: TextId) -> &str {
        self.interner.resolve(id.0)
    }

    /// The number of texts, of which the empty one is always there.
    pub(super) fn count(&self) -> usize {
        self.interner.len()
    }
}
