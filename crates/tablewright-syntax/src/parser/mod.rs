//! The parser for evaluation: builds the tree from the preprocessor's tokens.
//!
//! The productions are in [`crate::grammar`], and their sink is a [`TreeSink`]. After an error the
//! parser discards the enclosing statement or body item, and continues at the next likely start
//! (`recover` in `statements.rs`).

mod file_tree;
mod includes;
mod parts;
mod reads;
mod statements;
mod tree_sink;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use crate::diagnostic::Diagnostics;
use crate::dialect::LanguageDialect;
use crate::grammar::Parser;
use crate::include::FileProvider;
use crate::lexer;
use crate::preprocessor::{MacroUse, Preprocessor};
use crate::source::{FileId, Pos, Shift, SourceMap, Span};
use crate::symbol::Interner;
use crate::tree::{BodyItem, Lists, PartList, StatementEvent, TreePart};
use parts::ParserParts;

pub use file_tree::TreeCache;
pub use reads::{EventRead, PassedReads};

/// The result of [`parse`].
#[derive(Clone)]
pub struct Parsed {
    /// The tree, without the statements that have errors. Its events are only statements.
    pub tree: TreePart,
    /// Names of the included files, ordered by their first inclusion.
    pub dependencies: Vec<String>,
}

/// A part of the tree, passed on by [`parse_each`].
pub struct PassedPart<'p> {
    /// The part.
    pub part: Arc<TreePart>,
    /// The file whose names the part mentions. A file has a greater id than the files that include
    /// it. If the parts from one file continue after parts from a second file, the second file has
    /// ended.
    pub file: FileId,
    /// Distance by which the part's positions have to move.
    pub shift: Shift,
    /// The files opened so far.
    pub sources: &'p SourceMap,
    /// For each event, the input that had been read when it was complete.
    pub reads: PassedReads<'p>,
}

/// Information that [`parse_each`] returns besides statements.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Read {
    /// Names of the included files, ordered by their first inclusion.
    pub dependencies: Vec<String>,
    /// The macros in directives, in order.
    pub macro_uses: Vec<MacroUse>,
}

/// A function that receives the parts from [`parse_each`].
pub type Sink<'s> = dyn FnMut(PassedPart<'_>) + 's;

/// The parser's input, and its output apart from the tree.
pub struct Input<'s> {
    /// The files. The parser adds included files.
    pub sources: &'s mut SourceMap,
    /// The main file.
    pub main: FileId,
    /// Provider for included files.
    pub files: &'s mut dyn FileProvider,
    /// Macros that are defined at the start.
    pub macros: &'s [String],
    /// Receives errors and warnings. After twenty errors the rest of the input is ignored.
    pub diagnostics: &'s mut Diagnostics,
    /// Syntax and wording for the selected release.
    pub dialect: LanguageDialect,
    /// Trees of files that were read before.
    pub trees: Option<&'s TreeCache>,
}

/// Parses the file `main` in `sources` and its includes as a single part.
///
/// `macros` are defined at the start. Errors and warnings are added to `diagnostics`; after twenty
/// errors the rest of the input is ignored.
pub fn parse(
    sources: &mut SourceMap,
    symbols: &mut Interner,
    main: FileId,
    files: &mut dyn FileProvider,
    macros: &[String],
    diagnostics: &mut Diagnostics,
) -> Parsed {
    let dialect = LanguageDialect::default();
    let input = Input { sources, main, files, macros, diagnostics, dialect, trees: None };
    let mut parser = Parser::for_evaluation(input, false);
    parser.sink.symbols = std::mem::take(symbols);
    parser.file(|p| {
        let statement = p.outermost_statement()?;
        p.sink.tree.events.extend(statement.map(StatementEvent::Statement));
        Ok(())
    });
    let tree = parser.sink.tree.split_off();
    *symbols = parser.sink.symbols;
    let (dependencies, _) = parser.sink.input.into_dependencies_and_macros();
    Parsed { tree, dependencies }
}

/// Parses like [`parse`], but passes statements on in parts as they are read. Statements in a `let`
/// are passed on separately. After an error, only text before the error is passed on.
pub fn parse_each(input: Input<'_>, sink: &mut Sink<'_>) -> Read {
    let mut parser = Parser::for_evaluation(input, true);
    parser.begin_parts();
    parser.file(|p| p.pass_on(sink));
    parser.finish_parts(sink);
    let (dependencies, macro_uses) = parser.sink.input.into_dependencies_and_macros();
    Read { dependencies, macro_uses }
}

/// Returns whether `name` is a valid macro name.
pub fn is_macro_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|&b| lexer::is_ident_start(b))
        && lexer::ident_end(bytes, 0) == bytes.len()
}

/// Returns the position of the first token at or after `pos` in its file, or the end of the file.
pub fn next_token_pos(sources: &SourceMap, pos: Pos) -> Pos {
    let file = sources.file(sources.file_of(pos));
    let at = sources.offset_in_file(pos);
    let next = match lexer::skip_trivia(file.text.as_bytes(), at) {
        Ok(next) | Err(next) => next,
    };
    file.pos(next)
}

/// Returns the text to show for `span`: for an empty span, the token that starts there. It ends
/// with the first line, so that a long token does not fill the screen.
pub fn shown_span(sources: &SourceMap, span: Span) -> Span {
    let file = sources.file(sources.file_of(span.lo));
    let text = file.text.as_bytes();
    let lo = sources.offset_in_file(span.lo);
    if span.hi > span.lo {
        return span;
    }
    let token = lexer::scan(text, lo);
    let line_end = lexer::line_end(text, lo);
    let hi = if token.lo as usize == lo { (token.hi as usize).min(line_end) } else { lo };
    // `span` may lie inside a token, where no token starts, or at the end of the file, where there
    // is nothing to show.
    Span::new(span.lo, file.pos(hi.max(lo)))
}

/// A production's error, which has been reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

/// The parser for evaluation.
#[doc(alias = "TGParser")]
type TreeParser<'s> = Parser<TreeSink<'s>>;

/// The preprocessor's tokens, and the tree being written.
struct TreeSink<'s> {
    /// The part of the tree being written.
    tree: TreePart,
    parts: ParserParts,
    /// The names in the current file.
    symbols: Interner,
    input: Preprocessor<'s>,
    lists: Lists,
    /// The items of a body before the input's first error; set if the error is in that body.
    items_before_error: Option<PartList<BodyItem>>,
    /// Scratch space for the contents of string literals.
    buffer: String,
}
