//! The tokens of a file, and its directives.

use super::{ConditionalTokens, TokenData, TokenId};
use crate::lexer::directive::{self, DirectiveEnd};
use crate::lexer::{self, Directive, LexError, TokenKind};

/// What is found in a text without its grammar.
#[derive(Default)]
pub(super) struct ScannedFile {
    pub(super) tokens: Vec<TokenData>,
    pub(super) directives: Vec<DirectiveLine>,
    pub(super) conditionals: Vec<ConditionalTokens>,
    /// The branches of each conditional: the first one, and that of the `#else`, which is empty where there is none.
    pub(super) branches: Vec<[BranchShape; 2]>,
}

/// What a branch is like, by its tokens of the grammar, those of inner conditionals included.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchShape {
    /// The first token.
    pub(super) first: Option<TokenKind>,
    /// The last token.
    pub(super) last: Option<TokenKind>,
    /// How many brackets are open where it ends, and at least somewhere in it. Before it there are `opened`.
    open: i64,
    lowest: i64,
    opened: i64,
}

impl BranchShape {
    fn new(opened: i64) -> BranchShape {
        BranchShape { first: None, last: None, open: opened, lowest: opened, opened }
    }

    /// Whether it closes all brackets that it opens, and no others.
    pub(super) fn is_balanced(self) -> bool {
        self.open == self.opened && self.lowest >= self.opened
    }

    fn add(&mut self, kind: TokenKind, open: i64) {
        self.first = self.first.or(Some(kind));
        self.last = Some(kind);
        self.open = open;
        self.lowest = self.lowest.min(open);
    }

    /// Adds a branch of a conditional that stands in this one.
    fn add_inner(&mut self, inner: BranchShape) {
        self.first = self.first.or(inner.first);
        self.last = inner.last.or(self.last);
        self.open = inner.open;
        self.lowest = self.lowest.min(inner.lowest);
    }
}

/// A directive with its tokens: that of the directive itself, perhaps a name, perhaps what should not be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectiveLine {
    pub(super) directive: Directive,
    /// The first token.
    pub(super) first: u32,
    /// After the last token.
    pub(super) end: u32,
    /// The conditional that it belongs to, as an index of the list of those.
    pub(super) conditional: Option<u32>,
}

/// A conditional that has no `#endif` yet.
struct OpenConditional {
    /// The lines of its directives, as indices.
    opening: usize,
    alternative: Option<usize>,
    branches: [BranchShape; 2],
}

impl OpenConditional {
    /// The branch that is being read.
    fn branch(&mut self) -> &mut BranchShape {
        &mut self.branches[usize::from(self.alternative.is_some())]
    }
}

struct Scanner<'t> {
    text: &'t str,
    /// The end of what was read.
    at: usize,
    found: ScannedFile,
    open: Vec<OpenConditional>,
    /// How many brackets are open; less than none after too many closing ones.
    brackets: i64,
}

/// Finds the tokens of a text of at most 1 GiB.
pub(super) fn scan_file(text: &str) -> ScannedFile {
    let mut scanner =
        Scanner { text, at: 0, found: ScannedFile::default(), open: Vec::new(), brackets: 0 };
    while scanner.token() {}
    while let Some(open) = scanner.open.pop() {
        scanner.close(&open, None);
    }
    scanner.found
}

impl ScannedFile {
    /// The directive whose first token has this index.
    pub(super) fn directive(&self, index: usize) -> Option<DirectiveLine> {
        let found = self.directives.binary_search_by_key(&index, |line| line.first as usize);
        found.ok().map(|at| self.directives[at])
    }
}

impl Scanner<'_> {
    /// Reads the next token. Returns false after the end of the file.
    fn token(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut scanned = lexer::scan(bytes, start);
        // A NUL byte is a mistake that counts as a blank.
        while scanned.kind == TokenKind::Error(LexError::Nul) {
            scanned = lexer::scan(bytes, scanned.hi as usize);
        }
        let lo = scanned.lo as usize;
        let mut hi = scanned.hi as usize;
        if scanned.kind == TokenKind::Hash
            && let Some(directive) = directive::directive_at(bytes, start, lo)
        {
            self.directive(directive, start, lo);
            return true;
        }
        if let TokenKind::Error(_) = scanned.kind {
            if !self.open.is_empty() {
                // It may stand in a branch that is left out and must not hide the `#endif`.
                hi = hi.min(lexer::line_end(bytes, lo)).max(lo + 1);
            }
            // The lexer reports each byte that starts no token; here characters stay whole.
            while !self.text.is_char_boundary(hi) {
                hi += 1;
            }
        }
        self.add_to_branch(scanned.kind);
        self.push(scanned.kind, start, lo, hi);
        scanned.kind != TokenKind::Eof
    }

    fn push(&mut self, kind: TokenKind, start: usize, lo: usize, hi: usize) {
        // The text has at most 1 GiB.
        self.found.tokens.push(TokenData { kind, start: start as u32, lo: lo as u32 });
        self.at = hi;
    }

    /// Adds a token to the branch in which it stands, if it is one of the grammar.
    fn add_to_branch(&mut self, kind: TokenKind) {
        let after = self.found.tokens.last().map(|token| token.kind);
        if kind == TokenKind::KwInclude
            || kind == TokenKind::Str && after == Some(TokenKind::KwInclude)
        {
            return;
        }
        match kind {
            TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen => self.brackets += 1,
            TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen => self.brackets -= 1,
            _ => {}
        }
        if let Some(open) = self.open.last_mut() {
            open.branch().add(kind, self.brackets);
        }
    }

    /// Reads a directive whose `#` is at `lo`.
    fn directive(&mut self, directive: Directive, start: usize, lo: usize) {
        let bytes = self.text.as_bytes();
        let first = self.found.tokens.len();
        let mut end = lo + 1 + directive.word().len();
        self.push(TokenKind::Directive(directive), start, lo, end);
        if directive.has_macro_name()
            && let Ok((name, name_end)) = directive::macro_name(bytes, end)
        {
            self.push(TokenKind::Ident, end, name, name_end);
            end = name_end;
        }
        match directive::directive_end(bytes, end) {
            DirectiveEnd::Line(_) | DirectiveEnd::UnterminatedComment(_) => {}
            DirectiveEnd::Excess(excess, line_end) => {
                self.push(TokenKind::DirectiveExcess, end, excess, line_end);
            }
        }
        let line = DirectiveLine {
            directive,
            first: first as u32,
            end: self.found.tokens.len() as u32,
            conditional: None,
        };
        self.found.directives.push(line);
        self.match_conditional(directive, self.found.directives.len() - 1);
    }

    /// Adds a directive, the one at `line` of the list, to the conditional that it opens, divides or closes.
    fn match_conditional(&mut self, directive: Directive, line: usize) {
        match directive {
            Directive::Define => {}
            Directive::Ifdef | Directive::Ifndef => {
                let branches = [BranchShape::new(self.brackets); 2];
                self.open.push(OpenConditional { opening: line, alternative: None, branches });
            }
            Directive::Else => {
                // A second `#else` belongs to nothing.
                if let Some(open) = self.open.last_mut()
                    && open.alternative.is_none()
                {
                    open.alternative = Some(line);
                    open.branches[1] = BranchShape::new(self.brackets);
                }
            }
            Directive::Endif => {
                if let Some(open) = self.open.pop() {
                    self.close(&open, Some(line));
                }
            }
        }
    }

    fn close(&mut self, open: &OpenConditional, end: Option<usize>) {
        let index = self.found.conditionals.len() as u32;
        let branches = open.branches;
        if let Some(outer) = self.open.last_mut() {
            outer.branch().add_inner(branches[0]);
            if open.alternative.is_some() {
                outer.branch().add_inner(branches[1]);
            }
        }
        self.found.branches.push(branches);
        let directives = &mut self.found.directives;
        let mut token = |line: usize| {
            directives[line].conditional = Some(index);
            TokenId::from_index(directives[line].first as usize)
        };
        let conditional = ConditionalTokens {
            opening: token(open.opening),
            alternative: open.alternative.map(&mut token),
            end: end.map(token),
        };
        self.found.conditionals.push(conditional);
    }
}
