//! Texts for tokens, mnemonics and operand names, each stored once.

use tablewright_syntax::symbol::{Interner, Symbol};

/// A text in assembly strings. Equal ids are equal texts. It is not a [`Symbol`] in the record
/// store, because most tokens occur nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextId(Symbol);

impl TextId {
    /// Returns the index in insertion order.
    pub fn index(self) -> usize {
        self.0.index()
    }
}

/// All texts in an assembly language.
#[derive(Clone)]
pub struct AsmTexts {
    interner: Interner,
    /// The empty text.
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
    /// Finds or adds a text.
    pub fn add(&mut self, text: &str) -> TextId {
        TextId(self.interner.intern(text))
    }

    /// Returns the id of an existing text.
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.interner.get(text).map(TextId)
    }

    /// Returns the text.
    pub fn get(&self, id: TextId) -> &str {
        self.interner.resolve(id.0)
    }

    /// Returns the number of texts, including the empty text.
    pub(super) fn count(&self) -> usize {
        self.interner.len()
    }
}
