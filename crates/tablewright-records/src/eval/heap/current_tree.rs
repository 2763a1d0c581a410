//! The part of a tree that is being evaluated, and what its names are here.

use std::sync::Arc;

use tablewright_syntax::source::{Pos, Shift};
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_syntax::tree::{Id, Name, Node, Statement, TreePart};

/// The part of a tree that is being evaluated. Nodes come from it by value, with their positions in the source map
/// of this evaluation, so that nobody borrows the tree.
#[derive(Default)]
pub(crate) struct CurrentTree {
    part: Arc<TreePart>,
    shift: Shift,
    /// The symbol of each name of the file, by the number it has there.
    names: Vec<Symbol>,
}

impl CurrentTree {
    /// Goes on with a part, after the parts before it.
    pub(super) fn begin(&mut self, part: Arc<TreePart>, symbols: &mut Interner) {
        self.names.extend(part.names.iter().map(|name| symbols.intern(name)));
        self.part = part;
    }

    /// The node of that id.
    #[inline]
    pub(crate) fn get<T: Node>(&self, id: Id<T>) -> T {
        self.part.get_shifted(id, self.shift)
    }

    #[inline]
    pub(super) fn symbol(&self, name: Name) -> Symbol {
        self.names[name.symbol().index()]
    }

    /// A position that stands for a statement in messages.
    pub(crate) fn statement_pos(&self, statement: Statement) -> Option<Pos> {
        Some(self.part.statement_pos(statement)?.moved(self.shift))
    }
}
