//! Recovery from errors: the token at which a list continues.
//!
//! The parser for evaluation discards a statement or item after its first error, and skips tokens
//! up to the next (`parser/statements.rs`). This parser looks ahead for the same token and reads the
//! text before it as far as possible, without further errors. So both report the same errors.

use super::{FileParser, ItemList};
use crate::grammar::{
    Resume, StatementRecovery, StatementScope, is_allowed_in_multiclass, resume_in_body,
    starts_statement,
};
use crate::lexer::{self, LinePlace, TokenKind};

/// A list being read.
#[derive(Clone, Copy)]
pub(super) struct OpenItems {
    list: ItemList,
    /// Number of braces open in the list.
    braces: u32,
    /// Index of the first token of the item being read.
    item: usize,
}

/// A wrong item. The text to be read ends before the token at which its list continues.
#[derive(Clone, Copy)]
pub(super) struct FileRecovery {
    /// Number of lists around the item.
    depth: usize,
    /// End of the text after the item.
    limit: usize,
    /// Whether the list ends with the item.
    ends_list: bool,
    /// Number of open braces after the item; `None` to count them.
    braces: Option<u32>,
}

/// The token at which a list continues.
struct ResumePoint {
    index: usize,
    /// Number of open braces before the token.
    braces: u32,
    resume: Resume,
}

impl ResumePoint {
    /// The list ends before this token.
    fn outside(index: usize, braces: u32) -> ResumePoint {
        ResumePoint { index, braces, resume: Resume::Outside }
    }
}

impl FileParser<'_> {
    pub(super) fn open_items(&mut self, list: ItemList) {
        let (braces, item) = (self.braces, self.sink.next);
        self.sink.open.push(OpenItems { list, braces, item });
    }

    pub(super) fn close_items(&mut self) {
        self.sink.open.pop();
    }

    /// Notes that an item starts at the next token.
    pub(super) fn start_item(&mut self) {
        let next = self.sink.next;
        if let Some(list) = self.sink.open.last_mut() {
            list.item = next;
        }
    }

    /// Returns whether the rest of a wrong item of the innermost list is being read.
    pub(super) fn is_item_wrong(&self) -> bool {
        self.sink.recovery.is_some_and(|recovery| recovery.depth == self.sink.open.len())
    }

    /// Ends a wrong item of the innermost list at the token at which the list continues. Returns
    /// whether the list ends there.
    pub(super) fn end_wrong_item(&mut self) -> Option<bool> {
        if !self.is_item_wrong() || self.sink.next < self.sink.limit {
            return None;
        }
        let recovery = self.sink.recovery.take()?;
        self.sink.limit = recovery.limit;
        self.braces = recovery.braces.unwrap_or(self.braces);
        self.find_next_token();
        Some(recovery.ends_list)
    }

    /// Ends the text to be read before the token at which a list continues after the error at the
    /// next token.
    #[cold]
    pub(super) fn begin_recovery(&mut self) {
        if self.sink.recovery.is_some() {
            return;
        }
        let mut depth = self.sink.open.len();
        let (mut index, mut braces) = (self.sink.next, self.braces);
        while let Some(&list) = depth.checked_sub(1).and_then(|last| self.sink.open.get(last)) {
            let point = match list.list {
                ItemList::Fragments => return,
                ItemList::BodyItems => self.body_resume(list, index, braces),
                ItemList::Statements(scope) => {
                    // A token that starts no statement ends the list for the parser for evaluation.
                    let starts = starts_statement(self.sink.kind_at(index));
                    let ends = depth > 1 && index == list.item && !starts;
                    if ends {
                        ResumePoint::outside(index, braces)
                    } else {
                        self.statement_resume(list, scope, index, braces)
                    }
                }
                ItemList::InMulticlass => {
                    let kind = self.sink.kind_at(index);
                    let ends = index == list.item
                        && !is_allowed_in_multiclass(kind)
                        && self.line_place(index) == LinePlace::Margin;
                    if ends {
                        ResumePoint::outside(index, braces)
                    } else {
                        self.statement_resume(list, StatementScope::MULTICLASS, index, braces)
                    }
                }
            };
            (index, braces) = (point.index, point.braces);
            let ends_list = point.resume == Resume::Outside;
            if ends_list && list.list != ItemList::BodyItems && depth > 1 {
                depth -= 1;
                continue;
            }
            let index = if point.resume == Resume::After { index + 1 } else { index };
            let braces = match point.resume {
                Resume::AtMargin => Some(list.braces),
                Resume::Outside => Some(list.braces.saturating_sub(1)),
                Resume::Here | Resume::After => None,
            };
            let limit = self.sink.limit;
            self.sink.limit = index.min(limit);
            self.sink.recovery = Some(FileRecovery { depth, limit, ends_list, braces });
            return self.find_next_token();
        }
    }

    /// Finds the token at which a list of statements continues after an error at the token with
    /// this index.
    fn statement_resume(
        &self,
        list: OpenItems,
        scope: StatementScope,
        mut index: usize,
        mut braces: u32,
    ) -> ResumePoint {
        let mut recovery = StatementRecovery::new(list.braces, scope, index == list.item);
        loop {
            let kind = self.sink.kind_at(index);
            let line = || self.line_place(index);
            if let Some(resume) = recovery.resume(kind, braces, line) {
                return ResumePoint { index, braces, resume };
            }
            (index, braces) = self.skipped(index, braces);
            recovery.skipped(kind, braces);
        }
    }

    fn body_resume(&self, list: OpenItems, mut index: usize, mut braces: u32) -> ResumePoint {
        loop {
            let kind = self.sink.kind_at(index);
            let line = || self.line_place(index);
            if let Some(resume) = resume_in_body(kind, braces, list.braces, line) {
                return ResumePoint { index, braces, resume };
            }
            (index, braces) = self.skipped(index, braces);
        }
    }

    /// Returns the index of the grammar token after `index`, and the number of braces open there.
    fn skipped(&self, index: usize, braces: u32) -> (usize, u32) {
        let braces = match self.sink.kind_at(index) {
            TokenKind::LBrace => braces + 1,
            TokenKind::RBrace => braces.saturating_sub(1),
            _ => braces,
        };
        (self.grammar_token(index + 1), braces)
    }

    fn line_place(&self, index: usize) -> LinePlace {
        lexer::line_place(self.sink.text.as_bytes(), self.sink.file.tokens[index].lo as usize)
    }
}
