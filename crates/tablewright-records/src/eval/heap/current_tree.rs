//! The current part of a syntax tree, and the symbols for its names.

use std::sync::Arc;

use tablewright_syntax::source::{FileId, Pos, Shift};
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_syntax::tree::{Id, NameSyntax, PartNode, Statement, TreePart};

/// A part of a file's tree, with the file's place in the source map.
#[derive(Clone)]
pub(crate) struct FilePart {
    pub(crate) part: Arc<TreePart>,
    pub(crate) file: FileId,
    /// Distance to move the part's positions by.
    pub(crate) shift: Shift,
}

/// The current part of a syntax tree. It returns nodes by value, with positions in this evaluation's source map, so no
/// borrow of the tree is needed.
#[derive(Clone, Default)]
pub(crate) struct CurrentTree {
    part: Arc<TreePart>,
    shift: Shift,
    file: Option<FileId>,
    /// The symbol for each name in the file, by name number.
    names: Vec<Symbol>,
    /// The files that include the current file, with their symbols. The main file is first.
    outer: Vec<(Option<FileId>, Vec<Symbol>)>,
}

impl CurrentTree {
    /// Continues with a part of a file. The part follows the previous part in the same file, or its file includes the
    /// previous file or is included by it.
    pub(super) fn begin(
        &mut self,
        FilePart { part, file, shift }: FilePart,
        symbols: &mut Interner,
    ) {
        // A file has a greater id than the files that include it.
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

    /// Returns the node with this id.
    #[inline]
    pub(crate) fn get<T: PartNode>(&self, id: Id<T>) -> T {
        self.part.get_shifted(id, self.shift)
    }

    #[inline]
    pub(super) fn symbol(&self, name: NameSyntax) -> Symbol {
        self.names[name.symbol().index()]
    }

    /// Returns the position of a statement for messages.
    pub(crate) fn statement_pos(&self, statement: Statement) -> Option<Pos> {
        Some(self.part.statement_pos(statement)?.moved(self.shift))
    }
}
