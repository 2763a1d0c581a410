//! The statements of an open text, and the items of their bodies, as far as their tokens tell.

use std::ops::Range;

use crate::scan::{Token, TokenKind, code_tokens};

/// A statement, or an item of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// The name, which may be an expression; empty at the keyword where there is none.
    pub(crate) name: Range<usize>,
    /// From the first token to the last.
    pub(crate) range: Range<usize>,
    /// The names of the classes or multiclasses that it inherits from, or makes records of.
    pub(crate) parents: Vec<Range<usize>>,
    /// From the opening brace to the closing one.
    pub(crate) body: Option<Range<usize>>,
    pub(crate) children: Vec<Item>,
}

/// The kinds of [`Item`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    Class,
    Def,
    Defm,
    Multiclass,
    Defset,
    Deftype,
    Defvar,
    Foreach,
    If,
    /// `let … in`, or `let` in a body.
    Let,
    Include,
    /// A field of a class or record.
    Field,
    /// `assert`, `dump`, and what is no statement.
    Other,
}

/// The statements of a text.
pub(crate) fn items(text: &str) -> Vec<Item> {
    let tokens = code_tokens(text);
    let mut reader = Reader { text, tokens: &tokens, next: 0, depth: 0 };
    let mut found = Vec::new();
    while reader.peek().is_some() {
        found.push(reader.statement());
    }
    found
}

/// The items around an offset, the outermost first.
pub(crate) fn around(items: &[Item], offset: usize) -> Vec<&Item> {
    let mut found = Vec::new();
    let mut level = items;
    while let Some(item) =
        level.iter().find(|item| item.range.start <= offset && offset <= item.range.end)
    {
        found.push(item);
        level = &item.children;
    }
    found
}

impl ItemKind {
    fn of_keyword(word: &str) -> Option<ItemKind> {
        Some(match word {
            "class" => ItemKind::Class,
            "def" => ItemKind::Def,
            "defm" => ItemKind::Defm,
            "multiclass" => ItemKind::Multiclass,
            "defset" => ItemKind::Defset,
            "deftype" => ItemKind::Deftype,
            "defvar" => ItemKind::Defvar,
            "foreach" => ItemKind::Foreach,
            "if" => ItemKind::If,
            "let" => ItemKind::Let,
            "include" => ItemKind::Include,
            "assert" | "dump" => ItemKind::Other,
            _ => return None,
        })
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    next: usize,
    /// How many statements are around.
    depth: usize,
}

/// How deeply statements nest; those within are not told apart.
const MAX_DEPTH: usize = 200;

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.next)
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.is_word(self.text, word))
    }

    fn keyword(&self) -> Option<ItemKind> {
        let token = self.peek().filter(|token| token.kind == TokenKind::Word)?;
        ItemKind::of_keyword(token.text(self.text))
    }

    /// The end of the token that was taken last.
    fn end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].range.end)
    }

    /// Moves to the next token outside of brackets for which `is_end` holds, or which cannot stand in a statement.
    fn skip_to(&mut self, is_end: impl Fn(&Token) -> bool) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            if depth == 0 && (is_end(token) || token.is(b';') || token.is(b'}')) {
                return;
            }
            // A statement that is not finished ends where the next one begins.
            if self.starts_line_with_keyword() {
                return;
            }
            if token.opens() {
                depth += 1;
            } else if token.closes() {
                depth = depth.saturating_sub(1);
            }
            self.next += 1;
        }
    }

    /// Whether the next token is a keyword that only begins statements, at the start of a line.
    fn starts_line_with_keyword(&self) -> bool {
        let Some(token) = self.peek() else { return false };
        let Some(kind) = self.keyword() else { return false };
        let starts = !matches!(kind, ItemKind::If | ItemKind::Let | ItemKind::Other);
        starts && (token.range.start == 0 || self.text[..token.range.start].ends_with('\n'))
    }

    fn statement(&mut self) -> Item {
        let start = self.peek().map_or(0, |token| token.range.start);
        let kind = self.keyword().filter(|_| self.depth < MAX_DEPTH).unwrap_or(ItemKind::Other);
        self.next += 1;
        self.depth += 1;
        let mut item = Item {
            kind,
            name: self.end()..self.end(),
            range: start..start,
            parents: Vec::new(),
            body: None,
            children: Vec::new(),
        };
        match kind {
            ItemKind::Class | ItemKind::Def | ItemKind::Defm | ItemKind::Multiclass => {
                self.definition(&mut item);
            }
            ItemKind::Let | ItemKind::Foreach => {
                item.name = self.name();
                let text = self.text;
                self.skip_to(|token| token.is_word(text, "in"));
                self.block_after("in", &mut item);
            }
            ItemKind::If => {
                let text = self.text;
                self.skip_to(|token| token.is_word(text, "then"));
                self.block_after("then", &mut item);
                self.block_after("else", &mut item);
            }
            ItemKind::Defset => {
                self.skip_to(|token| token.is(b'='));
                item.name = self.last_word();
                self.next += usize::from(self.peek().is_some_and(|token| token.is(b'=')));
                self.braces(&mut item);
            }
            ItemKind::Deftype | ItemKind::Defvar => {
                item.name = self.name();
                self.semicolon();
            }
            ItemKind::Include => {
                let path = self.peek().filter(|token| token.kind == TokenKind::Str);
                if let Some(path) = path {
                    item.name = path.range.clone();
                    self.next += 1;
                }
            }
            ItemKind::Field | ItemKind::Other => {
                // A brace or semicolon too many ends nothing.
                let is_stray =
                    self.tokens.get(self.next - 1).is_some_and(|t| t.is(b'}') || t.is(b';'));
                if !is_stray {
                    self.semicolon();
                }
            }
        }
        self.depth -= 1;
        item.range.end = self.end();
        item
    }

    fn name(&self) -> Range<usize> {
        let at = self.end();
        let token = self.peek().filter(|token| token.kind == TokenKind::Word);
        token.map_or(at..at, |token| token.range.clone())
    }

    fn last_word(&self) -> Range<usize> {
        let word = self.tokens[..self.next].iter().rev().find(|t| t.kind == TokenKind::Word);
        word.map_or(0..0, |token| token.range.clone())
    }

    /// To the `;`, with it.
    fn semicolon(&mut self) {
        self.skip_to(|_| false);
        let is_end = self.peek().is_some_and(|token| token.is(b';'));
        // A brace too many would never be taken otherwise.
        let is_stray = self.next == 0 || self.peek().is_some_and(|token| token.is(b'}'));
        if is_end || is_stray && self.is_at_top() {
            self.next += 1;
        }
    }

    /// Whether no brace is open before the next token.
    fn is_at_top(&self) -> bool {
        let mut depth = 0_i64;
        for token in &self.tokens[..self.next.min(self.tokens.len())] {
            depth += i64::from(token.is(b'{')) - i64::from(token.is(b'}'));
        }
        depth <= 0
    }

    fn definition(&mut self, item: &mut Item) {
        let is_header_end = |token: &Token| token.is(b':') || token.is(b'{') || token.is(b'<');
        let from = self.next;
        self.skip_to(is_header_end);
        if let (Some(first), true) = (self.tokens.get(from), self.next > from) {
            item.name = first.range.start..self.end();
        }
        self.skip_to(|token| token.is(b':') || token.is(b'{'));
        if self.peek().is_some_and(|token| token.is(b':')) {
            self.next += 1;
            self.parents(item);
        }
        if self.peek().is_some_and(|token| token.is(b'{')) {
            self.braces(item);
        } else {
            self.semicolon();
        }
    }

    fn parents(&mut self, item: &mut Item) {
        while let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Word) {
            if self.starts_line_with_keyword() {
                break;
            }
            item.parents.push(token.range.clone());
            self.skip_to(|token| token.is(b',') || token.is(b'{'));
            match self.peek() {
                Some(token) if token.is(b',') => self.next += 1,
                _ => break,
            }
        }
        self.skip_to(|token| token.is(b'{'));
    }

    /// A block in braces, or one statement, after a keyword.
    fn block_after(&mut self, keyword: &str, item: &mut Item) {
        if !self.is_word(keyword) {
            if keyword == "in" {
                self.semicolon();
            }
            return;
        }
        self.next += 1;
        if self.peek().is_some_and(|token| token.is(b'{')) {
            self.braces(item);
        } else if self.keyword().is_some() {
            let child = self.statement();
            item.children.push(child);
        }
    }

    fn braces(&mut self, item: &mut Item) {
        let Some(open) = self.peek().filter(|token| token.is(b'{')) else {
            self.semicolon();
            return;
        };
        self.next += 1;
        let has_fields = matches!(item.kind, ItemKind::Class | ItemKind::Def);
        while let Some(token) = self.peek() {
            if token.is(b'}') || self.is_unfinished_body(has_fields) {
                break;
            }
            let before = self.next;
            let child = if has_fields { self.body_item() } else { self.statement() };
            if !child.range.is_empty() {
                item.children.push(child);
            }
            self.next = self.next.max(before + 1);
        }
        self.next += usize::from(self.peek().is_some_and(|token| token.is(b'}')));
        item.body = Some(open.range.start..self.end());
    }

    /// Whether the body of a class or record goes on with a statement at the start of a line: its brace is missing.
    fn is_unfinished_body(&self, has_fields: bool) -> bool {
        let is_item = matches!(self.keyword(), Some(ItemKind::Defvar));
        has_fields && !is_item && self.starts_line_with_keyword()
    }

    fn body_item(&mut self) -> Item {
        let Some(first) = self.peek() else { return self.statement() };
        match self.keyword() {
            Some(ItemKind::Let) => {
                let mut item = Item {
                    kind: ItemKind::Let,
                    name: 0..0,
                    range: first.range.clone(),
                    parents: Vec::new(),
                    body: None,
                    children: Vec::new(),
                };
                self.next += 1;
                let is_mode = |word: &str| {
                    self.is_word(word)
                        && self.tokens.get(self.next + 1).is_some_and(|t| t.kind == TokenKind::Word)
                };
                if is_mode("append") || is_mode("prepend") {
                    self.next += 1;
                }
                item.name = self.name();
                self.semicolon();
                item.range.end = self.end();
                item
            }
            Some(_) => self.statement(),
            None => {
                let start = first.range.start;
                self.skip_to(|token| token.is(b'='));
                let name = self.last_word();
                let name = if name.start < start { start..start } else { name };
                self.semicolon();
                Item {
                    kind: ItemKind::Field,
                    name,
                    range: start..self.end().max(start),
                    parents: Vec::new(),
                    body: None,
                    children: Vec::new(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    fn shown(text: &str) -> String {
        fn add(out: &mut String, text: &str, items: &[Item], depth: usize) {
            for item in items {
                let name = &text[item.name.clone()];
                let parents: Vec<&str> = item.parents.iter().map(|p| &text[p.clone()]).collect();
                let end = &text[item.range.clone()];
                let end = end.chars().last().unwrap_or(' ');
                _ = writeln!(out, "{:depth$}{:?} {name} {parents:?} {end}", "", item.kind);
                add(out, text, &item.children, depth + 1);
            }
        }
        let mut out = String::new();
        add(&mut out, text, &items(text), 0);
        out
    }

    #[test]
    fn statements_and_items_are_found() {
        let text = "include \"a.td\"\nclass A<int x = {0, 1}> : B<[x], \"s\">, C { int f = 1; let g{1-0} = {x, 1};\n\
                    bits<4> h; }\nlet a = 1, b = {0} in { def x#1 : A<1>; foreach i = [1] in defm : M<2>; }\n\
                    multiclass M { if c then { def a; } else def b; }\ndefset list<A> S = { def z; }";
        let expected = "Include \"a.td\" [] \"\nClass A [\"B\", \"C\"] }\n Field f [] ;\n Let g [] ;\n Field h [] ;\n\
                        Let a [] }\n Def x#1 [\"A\"] ;\n Foreach i [] ;\n  Defm  [\"M\"] ;\nMulticlass M [] }\n \
                        If  [] ;\n  Def a [] ;\n  Def b [] ;\nDefset S [] }\n Def z [] ;\n";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn an_unfinished_statement_ends_before_the_next() {
        let text = "def a : B<1\nclass C {\n  int x\ndef d;\n} def e;";
        let shown = shown(text);
        let names: Vec<&str> =
            shown.lines().map(|line| line.split(' ').nth(1).unwrap_or("")).collect();
        assert!(names.contains(&"a") && names.contains(&"C") && names.contains(&"d"), "{shown}");
        assert!(names.contains(&"e"), "{shown}");
    }

    #[test]
    fn hostile_texts_end() {
        for text in
            ["}", "} } ;", "let", "if then else", "def : : {", "class {{{", "defset = =", "in in"]
        {
            shown(text);
        }
        shown(&"{".repeat(2000));
        shown(&"let a = 1 in ".repeat(20_000));
    }
}
