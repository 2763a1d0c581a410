//! Includes between statements, which the parser carries out itself.
//!
//! If the cache has the included file's tree, the parser passes on its parts and parses nothing.
//! The preprocessor carries out an `include` in the middle of a statement: the included tokens
//! belong to that statement, so neither file has a tree.

use std::sync::Arc;

use super::file_tree::{FileTree, TreeItem, TreeSize};
use super::parts::Recording;
use super::reads::PassedReads;
use super::{PassedPart, Sink, TreeParser};
use crate::include::include_path;
use crate::lexer::TokenKind;
use crate::preprocessor::FoundInclude;
use crate::source::{FileId, Pos, Shift};

impl TreeParser<'_> {
    /// Handles an `include` as the next token: carries it out if it is in the middle of a
    /// statement. `last` is the token before it.
    #[cold]
    #[inline(never)]
    pub(super) fn meet_include(&mut self, last: TokenKind) {
        let may_end_statement =
            matches!(last, TokenKind::Semi | TokenKind::RBrace | TokenKind::LBrace)
                && self.braces == self.sink.parts.let_braces;
        // Tokens skipped after an error do not belong to a tree.
        if !may_end_statement || self.sink.input.quiet {
            self.include_in_statement();
        }
    }

    /// Carries out an `include` in the middle of a statement, and continues with the token after
    /// it.
    #[inline]
    pub(super) fn no_include(&mut self) {
        if self.at(TokenKind::KwInclude) {
            self.include_in_statement();
        }
    }

    #[cold]
    fn include_in_statement(&mut self) {
        while self.at(TokenKind::KwInclude) && self.sink.input.defers_includes() {
            self.sink.input.include_in_statement(self.token);
            self.token = self.sink.input.next();
        }
    }

    /// Returns the error message for a `;` as the next token, if the last token ended a body.
    pub(super) fn after_body(&self) -> Option<&'static str> {
        let (end, message) = self.sink.parts.body_end?;
        (end == self.prev_end).then_some(message)
    }

    /// Carries out an `include` between statements.
    pub(super) fn pass_include(&mut self, sink: &mut Sink<'_>) {
        self.follow_files(sink);
        self.pass_part(sink);
        let files = self.sink.input.sources().files().len();
        match self.sink.input.find(self.token) {
            Some(inclusion) => self.include(inclusion, sink),
            None => self.record_left_out(files),
        }
        self.token = self.sink.input.next();
        if self.at(TokenKind::Semi)
            && let Some(message) = self.after_body()
        {
            self.spurious_semicolon(message);
        }
    }

    /// Adds the file at `index` to the tree of the including file, if the file exists. It exists
    /// only if its guard skipped it.
    fn record_left_out(&mut self, index: usize) {
        let input = &self.sink.input;
        let (uses, sources) = (input.macro_uses(), input.sources());
        let Some(record) = self.sink.parts.recording() else { return };
        if index == sources.files().len() {
            return;
        }
        let id = FileId::from_index(index);
        let source = sources.shared_file(id);
        let (Some(path), Some(pos)) = (include_path(sources, &source), source.included_from) else {
            return;
        };
        let Some(((asked, _), before)) = uses.split_last() else { return };
        record.add_macros(uses, before.len());
        let tree = Arc::new(FileTree::left_out((id, source), asked.clone()));
        record.add_include((path, pos), tree, uses.len());
    }

    fn include(&mut self, mut inclusion: FoundInclude, sink: &mut Sink<'_>) {
        let seen = self.sink.input.macro_uses().len();
        let at = (inclusion.path.clone(), inclusion.pos);
        if let Some(record) = self.sink.parts.recording() {
            record.add_macros(self.sink.input.macro_uses(), seen);
        }
        let mut is_recorded = self.sink.parts.recording().is_some();
        if let Some(cache) = self.sink.parts.cache.clone() {
            let trees = cache.trees(&inclusion.file.name, self.sink.input.dialect);
            is_recorded |= trees.is_some();
            for tree in trees.into_iter().flatten() {
                if !self.can_replay(&tree, &mut inclusion) {
                    continue;
                }
                self.replay(&tree, (&inclusion.path, inclusion.pos), sink);
                let seen = self.sink.input.macro_uses().len();
                if let Some(record) = self.sink.parts.recording() {
                    record.add_include(at, tree, seen);
                }
                return;
            }
        }
        // After an error no trees are kept.
        is_recorded &= !self.sink.input.has_errors();
        let record =
            is_recorded.then(|| Recording::new(at, seen, self.sink.input.diagnostic_count()));
        match self.sink.input.open(inclusion) {
            Some(file) => self.open_tree(file, record),
            None => self.sink.parts.drop_recordings(),
        }
    }

    /// Returns whether reading the file would produce this tree.
    fn can_replay(&mut self, tree: &FileTree, inclusion: &mut FoundInclude) -> bool {
        let TreeSize { files, height, text } = tree.size;
        if tree.questions.iter().any(|(name, is)| self.sink.input.is_defined(name) != *is)
            || !tree.is_of(&inclusion.file)
        {
            return false;
        }
        let (_, source) = tree.source();
        inclusion.file.text = Arc::clone(&source.text);
        self.sink.input.share_text(&inclusion.path, source);
        self.sink.input.has_room_for(files, height, text)
            && self.includes_alike(tree, &mut vec![&inclusion.path])
    }

    /// Returns whether reading the file's includes would produce those in its tree. `before` has
    /// the paths that the tree includes before them.
    fn includes_alike<'t>(&mut self, tree: &'t FileTree, before: &mut Vec<&'t str>) -> bool {
        tree.includes().all(|(path, included)| {
            if let Some(answer) = included.has_been_included()
                && answer != (self.sink.input.was_included(path) || before.contains(&path))
            {
                return false;
            }
            if !included.is_left_out {
                before.push(path);
                if !self.sink.input.look_up(path).is_some_and(|file| included.is_of(&file)) {
                    return false;
                }
                self.sink.input.share_text(path, included.source().1);
            }
            self.includes_alike(included, before)
        })
    }

    /// Passes on the parts of a file that `path` includes.
    fn replay(&mut self, tree: &FileTree, at: (&str, Pos), sink: &mut Sink<'_>) {
        let (_, source) = tree.source();
        let (file, start) = self.sink.input.add_replayed(source, at, tree.guard());
        let shift = Shift::new(source.pos(0), start);
        for item in &tree.items {
            match item {
                TreeItem::Part { part, reads } => {
                    let part = Arc::clone(part);
                    if self.sink.input.has_errors() {
                        self.sink.parts.end();
                    } else {
                        let sources = self.sink.input.sources();
                        let reads = PassedReads::again(reads, tree.source(), (file, shift), at.1);
                        sink(PassedPart { part, file, shift, sources, reads });
                    }
                    self.prev_end = source.pos(source.text.len()).moved(shift);
                }
                TreeItem::Macro(used) => self.sink.input.replay_macro(used, shift),
                TreeItem::Include { path, pos, tree } => {
                    self.sink.input.count_replayed(tree.name());
                    self.replay(tree, (path, pos.moved(shift)), sink);
                }
            }
        }
        if tree.has_statements() {
            self.sink.parts.body_end = tree.after_body.map(|message| (self.prev_end, message));
        }
    }
}
