//! The grammar: the productions of the language, for any reader of tokens and receiver of nodes.
//!
//! Each production is a method of [`Parser`]. It reads its tokens, passes the node on to a
//! [`GrammarSink`] and returns it. There are two sinks. The sink in `parser` stores the tree for
//! evaluation and stops a statement at its first error. The sink in `lossless` stores kinds and
//! token ranges, and continues after an error with the next part of the statement.
//!
//! A sink decides how lists of statements and items are read ([`GrammarSink::statements`]), since
//! the two recover differently and treat `include`s and directives differently.

mod node_kind;
mod operator;
mod recovery;
mod statement;
mod types;
mod value;

pub use node_kind::NodeKind;
pub(crate) use recovery::{
    Resume, StatementRecovery, is_allowed_in_multiclass, resume_in_body, starts_item,
    starts_outer_statement, starts_statement, starts_type,
};
pub(crate) use statement::UNCLOSED_LET;

use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::LanguageDialect;
use crate::lexer::TokenKind;
use crate::preprocessor::PreprocessorToken;
use crate::source::{Pos, Span};
use crate::symbol::Symbol;
use crate::tree::{
    BodyItem, Expr, ExprKind, Id, Ident, ListNode, NameSyntax, PartList, PartNode, SourceText,
    Statement, TypeExpr, TypeSyntax,
};

/// Maximum nesting depth of values, types and statements. The parser is recursive, so deeper input
/// could overflow the stack.
pub(crate) const MAX_DEPTH: usize = 500;

/// The result of a production: its node, or the reason to read no more of the statement.
pub(crate) type Parse<S, T> = Result<T, <S as GrammarSink>::Stop>;

/// The constructs around a statement, which decide the statements allowed in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct StatementScope {
    pub(crate) in_multiclass: bool,
    /// In a `foreach` or an `if`.
    pub(crate) in_loop: bool,
}

impl StatementScope {
    /// Directly in a multiclass.
    pub(crate) const MULTICLASS: StatementScope =
        StatementScope { in_multiclass: true, in_loop: false };
}

/// Returns the name of a missing part, for a sink that stores no names.
pub(crate) fn absent_name() -> NameSyntax {
    NameSyntax::new(Symbol::from_index(0))
}

/// The productions' state: the place in the input.
pub(crate) struct Parser<S> {
    /// The source of tokens and receiver of nodes.
    pub(crate) sink: S,
    /// The next token, which no production has consumed yet.
    pub(crate) token: PreprocessorToken,
    /// End of the previous token.
    pub(crate) prev_end: Pos,
    /// Number of braces open before `token`.
    pub(crate) braces: u32,
    /// Nesting depth of productions.
    pub(crate) depth: usize,
}

/// A source of tokens that receives nodes and errors.
///
/// A sink that stores no nodes returns arbitrary ids. The grammar passes ids on and never looks at
/// the nodes.
pub(crate) trait GrammarSink: Sized {
    /// The reason to read no more of a statement. A type without values if productions always
    /// continue.
    type Stop;
    /// The start of a node.
    type Mark: Copy;

    /// The release's language.
    fn dialect(&self) -> LanguageDialect;

    /// Returns the text of the next token.
    fn text(&self, token: PreprocessorToken) -> &str;

    /// Replaces the next token by the one after it.
    fn advance(parser: &mut Parser<Self>);

    /// Starts a node at the next token.
    fn start(parser: &mut Parser<Self>) -> Self::Mark;

    /// Ends a node after the previous token. Nodes that ended after `mark` are its children.
    fn finish(&mut self, mark: Self::Mark, kind: NodeKind);

    /// Adds a node's content.
    fn add<T: PartNode>(&mut self, node: T) -> Id<T>;

    /// Starts a list of nodes. Returns the base for [`Self::close_list`].
    fn open_list<T: ListNode>(&mut self) -> usize;

    /// Adds a node to the innermost list of its kind.
    fn push<T: ListNode>(&mut self, node: T);

    /// Ends the list that started at `base`.
    fn close_list<T: ListNode>(&mut self, base: usize) -> PartList<T>;

    /// Interns the text of the next token without its first `skip` bytes.
    fn intern(&mut self, token: PreprocessorToken, skip: usize) -> NameSyntax;

    /// Interns a long text.
    fn intern_text(&mut self, text: Id<SourceText>) -> NameSyntax;

    /// Reads one or several string literals.
    fn string_literal(parser: &mut Parser<Self>) -> ExprKind;

    /// Reads a code literal.
    fn code_literal(parser: &mut Parser<Self>) -> ExprKind;

    /// Reports an error that does not end the statement.
    fn report(parser: &mut Parser<Self>, error: Diagnostic);

    /// Reports an error in an earlier part of the statement that does not end the statement.
    fn report_earlier(parser: &mut Parser<Self>, error: Diagnostic);

    /// Reports that a token of this kind is missing before the next token.
    fn report_missing(parser: &mut Parser<Self>, kind: TokenKind, message: &str);

    /// Reports that a body or a `;` in its place is missing before the next token.
    fn report_missing_body(parser: &mut Parser<Self>, message: &str) {
        Self::report_missing(parser, TokenKind::LBrace, message);
    }

    /// Reports that the `bracket` at `opened` is not closed before the next token.
    fn report_unclosed(
        parser: &mut Parser<Self>,
        kind: TokenKind,
        message: &str,
        opened: Pos,
        bracket: char,
    );

    /// Ends the statement after an error, if this sink ends statements.
    fn stop(parser: &mut Parser<Self>) -> Parse<Self, ()>;

    /// Reads statements up to a token that does not start a statement.
    fn statements(
        parser: &mut Parser<Self>,
        scope: StatementScope,
    ) -> Parse<Self, PartList<Statement>>;

    /// Reads the statements of a multiclass, up to its closing brace. `brace` is the opening brace.
    fn multiclass_statements(
        parser: &mut Parser<Self>,
        brace: Pos,
    ) -> Parse<Self, PartList<Statement>>;

    /// Reads the items of a body, up to its closing brace. `brace` is the opening brace.
    fn body_items(parser: &mut Parser<Self>, brace: Pos) -> PartList<BodyItem>;

    /// The next token cannot start a statement. If it is an `include`, it is in the middle of the
    /// statement (for example after `{3-0}`), so its text continues the statement.
    fn no_include(_: &mut Parser<Self>) {}

    /// A body without `;` has ended. If an `include` follows, its file may be empty and a `;` may
    /// follow the `include`; that `;` is then reported with the message.
    fn end_body(_: &mut Parser<Self>, _message: &'static str) {}

    /// An `if` without `else` has ended. If the file ends here, the file around it may continue with
    /// `else`.
    fn end_if(_: &mut Parser<Self>) {}

    /// Skips the tokens before the next that continues or ends a list, after an error.
    fn skip_in_list(_: &mut Parser<Self>) {}

    /// Skips the tokens before the end of a statement or item, after an error.
    fn skip_to_semicolon(_: &mut Parser<Self>) {}

    /// Skips the next token and adds an error node for it.
    fn skip_token(_: &mut Parser<Self>) {}
}

impl<S: GrammarSink> Parser<S> {
    #[inline]
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Consumes the token and returns its span.
    // Without the attribute the compiler would emit a call for each token. The playground is built for size.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn bump(&mut self) -> Span {
        let PreprocessorToken { kind, span } = self.token;
        if kind == TokenKind::LBrace {
            self.braces += 1;
        } else if kind == TokenKind::RBrace {
            // Wrong input may have more closing than opening braces.
            self.braces = self.braces.saturating_sub(1);
        }
        self.prev_end = span.hi;
        S::advance(self);
        span
    }

    /// Consumes the token if it has that kind, and returns whether it did.
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let is_present = self.at(kind);
        if is_present {
            self.bump();
        }
        is_present
    }

    /// Consumes a token with that kind, or reports `message`.
    pub(crate) fn expect(&mut self, kind: TokenKind, message: &str) -> Parse<S, Span> {
        if self.at(kind) {
            return Ok(self.bump());
        }
        self.missing(kind, message)?;
        Ok(Span::from(self.prev_end))
    }

    /// Reports that a token with that kind is missing before the next token.
    #[cold]
    pub(crate) fn missing(&mut self, kind: TokenKind, message: &str) -> Parse<S, ()> {
        S::report_missing(self, kind, message);
        S::stop(self)
    }

    /// Reports an error at the token.
    #[cold]
    pub(crate) fn error(&mut self, code: Code, message: &str) -> Parse<S, ()> {
        self.fail(Diagnostic::error(code, self.token.span, message))
    }

    /// Reports an error in an earlier part of the statement.
    #[cold]
    pub(crate) fn error_at(&mut self, code: Code, span: Span, message: &str) -> Parse<S, ()> {
        S::report_earlier(self, Diagnostic::error(code, span, message));
        S::stop(self)
    }

    /// Reports an error that ends the statement.
    pub(crate) fn fail(&mut self, error: Diagnostic) -> Parse<S, ()> {
        S::report(self, error);
        S::stop(self)
    }

    /// Reads a name.
    pub(crate) fn ident(&mut self, message: &str) -> Parse<S, Ident> {
        if !self.at(TokenKind::Ident) {
            return self.missing_name(message);
        }
        let mark = S::start(self);
        let name = self.ident_token();
        self.sink.finish(mark, NodeKind::Name);
        Ok(name)
    }

    /// Consumes an identifier without a node.
    #[inline]
    pub(crate) fn ident_token(&mut self) -> Ident {
        // Before `bump`: the preprocessor has only the last token's text.
        let name = self.sink.intern(self.token, 0);
        Ident { name, span: self.bump() }
    }

    #[cold]
    fn missing_name(&mut self, message: &str) -> Parse<S, Ident> {
        let span = self.token.span;
        let mut error = Diagnostic::error(Code::ExpectedName, span, message);
        let text = self.sink.text(self.token);
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
            error.note(None, format!("'{text}' is a keyword and cannot be a name"));
        }
        self.fail(error)?;
        Ok(Ident { name: absent_name(), span })
    }

    /// Runs a production one level deeper. `absent` is the result if that is too deep.
    #[inline]
    pub(crate) fn nested<T>(
        &mut self,
        absent: fn(&Self) -> T,
        production: impl FnOnce(&mut Self) -> Parse<S, T>,
    ) -> Parse<S, T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep()?;
            S::skip_token(self);
            return Ok(absent(self));
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn too_deep(&mut self) -> Parse<S, ()> {
        let message = format!("Nested more than {MAX_DEPTH} levels deep");
        self.error(Code::SyntaxLimit, &message)
    }

    /// Returns the value of a missing part, for a sink that stores no values.
    pub(crate) fn absent_value(&self) -> Expr {
        Expr { kind: ExprKind::Unset, span: self.token.span }
    }

    /// Returns the type of a missing part, for a sink that stores no types.
    pub(crate) fn absent_type(&self) -> TypeExpr {
        TypeExpr { kind: TypeSyntax::Bit, span: self.token.span }
    }
}
