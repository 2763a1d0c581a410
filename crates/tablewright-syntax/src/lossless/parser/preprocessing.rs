//! `include`s and directives: between tokens, and as list items.

use super::{FileParser, ItemList};
use crate::diagnostic::Code;
use crate::grammar::{MAX_DEPTH, starts_item, starts_statement};
use crate::lexer::{Directive, TokenKind};
use crate::lossless::scan::DirectiveLine;
use crate::lossless::{ConditionalTokens, NodeKind};

impl FileParser<'_> {
    /// Finds the next grammar token at or after `at`.
    pub(super) fn find_next_token(&mut self) {
        self.sink.next = self.grammar_token(self.sink.at);
        self.token = self.sink.token_at(self.sink.next);
    }

    /// Returns the index of the first grammar token from `index` on.
    pub(super) fn grammar_token(&self, index: usize) -> usize {
        let mut next = index;
        while next < self.sink.limit && is_of_preprocessor(self.sink.file.tokens[next].kind) {
            next = self.unit_end(next);
        }
        next
    }

    /// Returns the end of the `include` or directive that starts at the token with this index. An
    /// `#else` extends to its `#endif`, because a split conditional excludes the text between them.
    fn unit_end(&self, index: usize) -> usize {
        let Some(line) = self.sink.file.directive(index) else { return self.include_end(index) };
        let end = match (line.directive, self.conditional(line)) {
            (Directive::Else, Some(conditional)) => conditional
                .end
                .and_then(|endif| self.sink.file.directive(endif.index()))
                .map_or(self.sink.limit, |endif| endif.end as usize),
            _ => line.end as usize,
        };
        end.min(self.sink.limit)
    }

    /// Returns the end of the `include` at this index.
    fn include_end(&self, index: usize) -> usize {
        index + if self.sink.kind_at(index + 1) == TokenKind::Str { 2 } else { 1 }
    }

    fn conditional(&self, line: DirectiveLine) -> Option<ConditionalTokens> {
        line.conditional.map(|index| self.sink.file.conditionals[index as usize])
    }

    /// Adds nodes for the `include`s and directives before the next grammar token.
    pub(super) fn add_preprocessor_nodes(&mut self) {
        while self.sink.at < self.sink.next {
            self.unit();
        }
    }

    /// Adds nodes for the `include` or directive at `at`.
    fn unit(&mut self) {
        let end = self.unit_end(self.sink.at);
        let Some(line) = self.sink.file.directive(self.sink.at) else {
            let mark = self.sink.builder.start(self.sink.at);
            if end == self.sink.at + 1 {
                self.sink.builder.error(end, "the name of a file");
            }
            self.take(end);
            return self.sink.builder.finish(mark, NodeKind::Include);
        };
        self.directive(line);
        if line.directive == Directive::Else && self.sink.at < end {
            let endif = self.conditional(line).and_then(|it| it.end);
            let endif = endif.and_then(|endif| self.sink.file.directive(endif.index()));
            self.split_branch(endif.map_or(end, |endif| endif.first as usize));
            if let Some(endif) = endif {
                self.directive(endif);
            }
        }
    }

    /// Adds a node for the directive at `at`.
    fn directive(&mut self, line: DirectiveLine) {
        let mark = self.sink.builder.start(self.sink.at);
        let end = (line.end as usize).min(self.sink.limit);
        let count = end - self.sink.at;
        let is_complete = count == if line.directive.has_macro_name() { 2 } else { 1 };
        if !is_complete {
            self.sink.builder.error(end - 1, "a directive with nothing but comments after it");
        } else if line.conditional.is_none() && line.directive != Directive::Define {
            self.sink.builder.error(self.sink.at, "a directive of a conditional that is open");
        }
        self.take(end);
        self.sink.builder.finish(mark, NodeKind::Directive);
    }

    /// Runs a production one level deeper, if that is not too deep.
    fn deeper(&mut self, mut production: impl FnMut(&mut Self)) {
        _ = self.nested(
            |_| (),
            |p| {
                production(p);
                Ok(())
            },
        );
    }

    /// Adds a node for the branch that a split conditional excludes from the surrounding text.
    fn split_branch(&mut self, end: usize) {
        let mark = self.sink.builder.start(self.sink.at);
        let errors = self.sink.builder.error_count();
        let (recovery, braces, prev_end) = (self.sink.recovery, self.braces, self.prev_end);
        if self.depth < MAX_DEPTH {
            self.up_to(end, |p| p.deeper(|p| _ = p.items(ItemList::Fragments)));
        } else {
            // No production here, since it would find the next branch inside this branch.
            self.take(end);
        }
        self.sink.builder.forget_errors(errors);
        self.sink.recovery = recovery;
        (self.braces, self.prev_end) = (braces, prev_end);
        self.sink.builder.finish(mark, NodeKind::SplitBranch);
    }

    /// Runs `production` on the text before the token with index `end`, and consumes all of it.
    fn up_to(&mut self, end: usize, production: impl FnOnce(&mut Self)) {
        let limit = std::mem::replace(&mut self.sink.limit, end);
        let is_wrong = self.sink.recovery.is_some();
        self.find_next_token();
        production(self);
        if !is_wrong {
            // Recovery ends with the text.
            self.sink.recovery = None;
        }
        self.sink.limit = end;
        self.find_next_token();
        if self.sink.at < end {
            // Tokens that no item consumes: closing brackets, or nesting that is too deep.
            self.failed(Code::UnexpectedStatement);
            let mark = self.sink.builder.start(self.sink.at);
            while self.sink.next < self.sink.limit {
                self.bump();
            }
            self.add_preprocessor_nodes();
            self.sink.builder.finish(mark, NodeKind::Error);
        }
        self.sink.limit = limit;
        self.find_next_token();
    }

    /// Treats the `include` or directive at `at` as a list item. Returns false if the next token is
    /// a grammar token.
    pub(super) fn item_of_preprocessor(&mut self, list: ItemList) -> bool {
        if self.sink.at >= self.sink.next {
            return false;
        }
        let enclosing = self.sink.file.directive(self.sink.at).and_then(|line| {
            let is_opening = matches!(line.directive, Directive::Ifdef | Directive::Ifndef);
            let index = line.conditional.filter(|_| is_opening)?;
            self.encloses_items(index, list).then(|| self.conditional(line)).flatten()
        });
        match enclosing {
            Some(conditional) => self.deeper(|p| p.enclosing_conditional(conditional, list)),
            None => self.unit(),
        }
        true
    }

    fn enclosing_conditional(&mut self, conditional: ConditionalTokens, list: ItemList) {
        let mark = self.sink.builder.start(self.sink.at);
        let ConditionalTokens { opening, alternative, end } = conditional;
        let ends = alternative.into_iter().chain(end);
        for (start, end) in [opening].into_iter().chain(alternative).zip(ends) {
            if let Some(line) = self.sink.file.directive(start.index()) {
                self.directive(line);
            }
            let branch = self.sink.builder.start(self.sink.at);
            self.up_to(end.index(), |p| _ = p.items(list));
            self.sink.builder.finish(branch, NodeKind::Branch);
        }
        if let Some(line) = end.and_then(|end| self.sink.file.directive(end.index())) {
            self.directive(line);
        }
        self.sink.builder.finish(mark, NodeKind::Conditional);
    }

    /// Returns whether each branch in a conditional holds whole items for the list: the first token
    /// starts an item, the last ends one, and brackets are balanced.
    fn encloses_items(&self, conditional: u32, list: ItemList) -> bool {
        let index = conditional as usize;
        let ends = |kind| matches!(kind, TokenKind::Semi | TokenKind::RBrace);
        // A wrong item may end inside a conditional.
        self.sink.file.conditionals[index].end.is_some_and(|end| end.index() < self.sink.limit)
            && self.sink.file.branches[index].iter().all(|branch| {
                branch.is_balanced()
                    && branch.first.is_none_or(|kind| starts_list_item(kind, list))
                    && branch.last.is_none_or(ends)
            })
    }
}

fn is_of_preprocessor(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Directive(_) | TokenKind::DirectiveExcess | TokenKind::KwInclude)
}

fn starts_list_item(kind: TokenKind, list: ItemList) -> bool {
    match list {
        ItemList::Statements(_) | ItemList::InMulticlass => starts_statement(kind),
        ItemList::BodyItems | ItemList::Fragments => starts_statement(kind) || starts_item(kind),
    }
}
