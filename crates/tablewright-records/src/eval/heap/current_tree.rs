//! The part of a tree that is being evaluated, and what its names are here.

use std::sync::Arc;

use tablewright_syntax::source::{FileId, Pos, Shift};
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_syntax::tree::{Id, NameSyntax, PartNode, Statement, TreePart};

/// A part of the tree of a file, and where that file is here.
#[derive(Clone)]
pub(crate) struct FilePart {
    pub(crate) part: Arc<TreePart>,
    pub(crate) file: FileId,
    /// How far the positions of the part are to be moved.
    pub(crate) shift: Shift,
}

/// The part of a tree that is being evaluated. Nodes come from it by value, with their positions in the source map
/// of this evaluation, so that nobody borrows the tree.
#[derive(Clone, Default)]
pub(crate) struct CurrentTree {
    part: Arc<TreePart>,
    shift: Shift,
    file: Option<FileId>,
    /// The symbol of each name of the file, by the number it has there.
    names: Vec<Symbol>,
    /// The same of the files that include it, the main file first.
    outer: Vec<(Option<FileId>, Vec<Symbol>)>,
}

impl CurrentTree {
    /// Goes on with a part of a file, after the parts before it, which are of this file, of one that it includes
    /// or of one that includes it.
    pub(super) fn begin(
        &mut self,
        FilePart { part, file, shift }: FilePart,
        symbols: &mut Interner,
    ) {
        // A file has a greater id than those that include it.
        while self.file > Some(file)
            && let Some(outer) = self.outer.pop()
        {
            (self.file, self.names) = outer;
        }
        if self.file != Some(file) {
            let names = std::mem::take(&mut self.names);
            self.outer.push((self.file.replace(file), names));
        }
        self.shift = shift;
        self.names.extend(part.names.iter().map(|name| symbols.intern(name)));
        self.part = part;
    }

    /// The node of that id.
    #[inline]
    pub(crate) fn get<T: PartNode>(&self, id: Id<T>) -> T {
        self.part.get_shifted(id, self.shift)
    }

    #[inline]
    pub(super) fn symbol(&self, name: NameSyntax) -> Symbol {
        self.names[name.symbol().index()]
    }

    /// A position that stands for a statement in messages.
    pub(crate) fn statement_pos(&self, statement: Statement) -> Option<Pos> {
        Some(self.part.statement_pos(statement)?.moved(self.shift))
    }
}
