//! `include`s and directives: between tokens, and as list items.

use super::{ItemList, MAX_DEPTH, Parser, starts_statement, starts_type};
use crate::lexer::{Directive, TokenKind};
use crate::lossless::scan::DirectiveLine;
use crate::lossless::{ConditionalTokens, NodeKind};

impl Parser<'_> {
    /// Finds the next grammar token at or after `at`.
    pub(super) fn find_next_token(&mut self) {
        self.next = self.at;
        while self.next < self.limit && is_of_preprocessor(self.file.tokens[self.next].kind) {
            self.next = self.unit_end(self.next);
        }
    }

    /// Returns the end of the `include` or directive that starts at the token with this index. An
    /// `#else` extends to its `#endif`, because a split conditional excludes the text between them.
    fn unit_end(&self, index: usize) -> usize {
        let Some(line) = self.file.directive(index) else { return self.include_end(index) };
        let end = match (line.directive, self.conditional(line)) {
            (Directive::Else, Some(conditional)) => conditional
                .end
                .and_then(|endif| self.file.directive(endif.index()))
                .map_or(self.limit, |endif| endif.end as usize),
            _ => line.end as usize,
        };
        end.min(self.limit)
    }

    /// Returns the end of the `include` at this index.
    fn include_end(&self, index: usize) -> usize {
        index + if self.kind_at(index + 1) == TokenKind::Str { 2 } else { 1 }
    }

    fn conditional(&self, line: DirectiveLine) -> Option<ConditionalTokens> {
        line.conditional.map(|index| self.file.conditionals[index as usize])
    }

    /// Adds nodes for the `include`s and directives before the next grammar token.
    pub(super) fn add_preprocessor_nodes(&mut self) {
        while self.at < self.next {
            self.unit();
        }
    }

    /// Adds nodes for the `include` or directive at `at`.
    fn unit(&mut self) {
        let end = self.unit_end(self.at);
        let Some(line) = self.file.directive(self.at) else {
            let mark = self.builder.start(self.at);
            if end == self.at + 1 {
                self.builder.error(end, "the name of a file");
            }
            self.take(end);
            return self.finish(mark, NodeKind::Include);
        };
        self.directive(line);
        if line.directive == Directive::Else && self.at < end {
            let endif = self.conditional(line).and_then(|it| it.end);
            let endif = endif.and_then(|endif| self.file.directive(endif.index()));
            self.split_branch(endif.map_or(end, |endif| endif.first as usize));
            if let Some(endif) = endif {
                self.directive(endif);
            }
        }
    }

    /// Adds a node for the directive at `at`.
    fn directive(&mut self, line: DirectiveLine) {
        let mark = self.builder.start(self.at);
        let end = (line.end as usize).min(self.limit);
        let count = end - self.at;
        let is_complete = count == if line.directive.has_macro_name() { 2 } else { 1 };
        if !is_complete {
            self.builder.error(end - 1, "a directive with nothing but comments after it");
        } else if line.conditional.is_none() && line.directive != Directive::Define {
            self.builder.error(self.at, "a directive of a conditional that is open");
        }
        self.take(end);
        self.finish(mark, NodeKind::Directive);
    }

    /// Adds a node for the branch that a split conditional excludes from the surrounding text.
    fn split_branch(&mut self, end: usize) {
        let mark = self.builder.start(self.at);
        let errors = self.builder.error_count();
        if self.depth < MAX_DEPTH {
            self.up_to(end, |p| p.nested(|p| p.items(ItemList::Fragments)));
        } else {
            // No production here, since it would find the next branch inside this branch.
            self.take(end);
        }
        self.builder.forget_errors(errors);
        self.finish(mark, NodeKind::SplitBranch);
    }

    /// Runs `production` on the text before the token with index `end`, and consumes all of it.
    fn up_to(&mut self, end: usize, production: impl FnOnce(&mut Self)) {
        let limit = std::mem::replace(&mut self.limit, end);
        self.find_next_token();
        production(self);
        if self.at < end {
            // Tokens that no item consumes: closing brackets, or nesting that is too deep.
            self.error("a statement");
            let mark = self.builder.start(self.at);
            while self.next < self.limit {
                self.bump();
            }
            self.add_preprocessor_nodes();
            self.finish(mark, NodeKind::Error);
        }
        self.limit = limit;
        self.find_next_token();
    }

    /// Treats the `include` or directive at `at` as a list item. Returns false if the next token is
    /// a grammar token.
    pub(super) fn item_of_preprocessor(&mut self, list: ItemList) -> bool {
        if self.at >= self.next {
            return false;
        }
        let enclosing = self.file.directive(self.at).and_then(|line| {
            let is_opening = matches!(line.directive, Directive::Ifdef | Directive::Ifndef);
            let index = line.conditional.filter(|_| is_opening)?;
            self.encloses_items(index, list).then(|| self.conditional(line)).flatten()
        });
        match enclosing {
            Some(conditional) => self.nested(|p| p.enclosing_conditional(conditional, list)),
            None => self.unit(),
        }
        true
    }

    fn enclosing_conditional(&mut self, conditional: ConditionalTokens, list: ItemList) {
        let mark = self.builder.start(self.at);
        let ConditionalTokens { opening, alternative, end } = conditional;
        let ends = alternative.into_iter().chain(end);
        for (start, end) in [opening].into_iter().chain(alternative).zip(ends) {
            if let Some(line) = self.file.directive(start.index()) {
                self.directive(line);
            }
            let branch = self.builder.start(self.at);
            self.up_to(end.index(), |p| p.items(list));
            self.finish(branch, NodeKind::Branch);
        }
        if let Some(line) = end.and_then(|end| self.file.directive(end.index())) {
            self.directive(line);
        }
        self.finish(mark, NodeKind::Conditional);
    }

    /// Returns whether each branch in a conditional holds whole items for the list: the first token
    /// starts an item, the last ends one, and brackets are balanced.
    fn encloses_items(&self, conditional: u32, list: ItemList) -> bool {
        let index = conditional as usize;
        let ends = |kind| matches!(kind, TokenKind::Semi | TokenKind::RBrace);
        self.file.conditionals[index].end.is_some()
            && self.file.branches[index].iter().all(|branch| {
                branch.is_balanced()
                    && branch.first.is_none_or(|kind| starts_item(kind, list))
                    && branch.last.is_none_or(ends)
            })
    }
}

fn is_of_preprocessor(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Directive(_) | TokenKind::DirectiveExcess | TokenKind::KwInclude)
}

fn starts_item(kind: TokenKind, list: ItemList) -> bool {
    match list {
        ItemList::Statements => starts_statement(kind),
        ItemList::BodyItems | ItemList::Fragments => {
            starts_statement(kind) || starts_type(kind) || kind == TokenKind::KwField
        }
    }
}
