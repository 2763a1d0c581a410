//! A file's tokens and directives.

use super::{ConditionalTokens, TokenData, TokenId};
use crate::lexer::directive::{self, DirectiveEnd};
use crate::lexer::{self, Directive, LexError, TokenKind};

/// The parts of a text that can be found without its grammar.
#[derive(Default)]
pub(super) struct ScannedFile {
    pub(super) tokens: Vec<TokenData>,
    pub(super) directives: Vec<DirectiveLine>,
    pub(super) conditionals: Vec<ConditionalTokens>,
    /// The branches of each conditional: first branch, then `#else` branch, which is empty if there
    /// is none.
    pub(super) branches: Vec<[BranchShape; 2]>,
}

/// A branch's shape. It counts grammar tokens only, including those in inner conditionals.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchShape {
    /// Kind of the first token.
    pub(super) first: Option<TokenKind>,
    /// Kind of the last token.
    pub(super) last: Option<TokenKind>,
    /// Number of open brackets at the end of the branch, the lowest number inside it, and the
    /// number before it.
    open: i64,
    lowest: i64,
    opened: i64,
}

impl BranchShape {
    fn new(opened: i64) -> BranchShape {
        BranchShape { first: None, last: None, open: opened, lowest: opened, opened }
    }

    /// Returns whether the branch closes exactly the brackets that it opens.
    pub(super) fn is_balanced(self) -> bool {
        self.open == self.opened && self.lowest >= self.opened
    }

    fn add(&mut self, kind: TokenKind, open: i64) {
        self.first = self.first.or(Some(kind));
        self.last = Some(kind);
        self.open = open;
        self.lowest = self.lowest.min(open);
    }

    /// Adds a branch of an inner conditional.
    fn add_inner(&mut self, inner: BranchShape) {
        self.first = self.first.or(inner.first);
        self.last = inner.last.or(self.last);
        self.open = inner.open;
        self.lowest = self.lowest.min(inner.lowest);
    }
}

/// A directive's tokens: the directive, a name if present, and unexpected text if present.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectiveLine {
    pub(super) directive: Directive,
    /// Index of the first token.
    pub(super) first: u32,
    /// Index after the last token.
    pub(super) end: u32,
    /// Index of its conditional in [`ScannedFile::conditionals`].
    pub(super) conditional: Option<u32>,
}

/// A conditional whose `#endif` has not been read yet.
struct OpenConditional {
    /// Indices of its directive lines.
    opening: usize,
    alternative: Option<usize>,
    branches: [BranchShape; 2],
}

impl OpenConditional {
    /// Returns the branch being read.
    fn branch(&mut self) -> &mut BranchShape {
        &mut self.branches[usize::from(self.alternative.is_some())]
    }
}

struct Scanner<'t> {
    text: &'t str,
    /// End of the text read so far.
    at: usize,
    found: ScannedFile,
    open: Vec<OpenConditional>,
    /// Number of open brackets; negative after too many closing brackets.
    brackets: i64,
}

/// Finds the tokens in a text of at most 1 GiB.
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
    /// Returns the directive whose first token has this index.
    pub(super) fn directive(&self, index: usize) -> Option<DirectiveLine> {
        let position = self.directives.binary_search_by_key(&index, |line| line.first as usize);
        position.ok().map(|at| self.directives[at])
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
                // The token may lie in an excluded branch, and must not hide the `#endif`.
                hi = hi.min(lexer::line_end(bytes, lo)).max(lo + 1);
            }
            // The lexer reports each wrong byte separately; here characters stay whole.
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

    /// Adds a grammar token to the current branch.
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

    /// Adds the directive at index `line` to the conditional that it opens, divides or closes.
    fn match_conditional(&mut self, directive: Directive, line: usize) {
        match directive {
            Directive::Define => {}
            Directive::Ifdef | Directive::Ifndef => {
                let branches = [BranchShape::new(self.brackets); 2];
                self.open.push(OpenConditional { opening: line, alternative: None, branches });
            }
            Directive::Else => {
                // A second `#else` belongs to no conditional.
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
