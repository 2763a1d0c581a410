//! The preprocessor: turns the main file and all included files into one sequence of tokens.
//!
//! It calls the lexer, opens the files that `include` names, carries out directives such as
//! `#ifdef`, and reports lexer errors. The parser sees neither directives nor errors.
//!
//! Source: ProgRef, "Include files" and "Preprocessing Facilities". Only white space and comments
//! may precede a directive in its line. All files share the macros, but a condition must end in the
//! file that opened it.

use std::cell::OnceCell;
use std::sync::Arc;

use self::included::Included;
use self::macros::Macros;
use crate::bang::BangOp;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::dialect::LanguageDialect;
use crate::include::FileProvider;
use crate::lexer::directive::{self, DirectiveEnd};
use crate::lexer::{self, Directive, LexError, LinePlace, Scanned, TokenKind};
use crate::similar::most_similar;
use crate::source::{FileId, Pos, SourceFile, SourceMap, Span};

/// Maximum depth to which files include each other. Without it, a file that includes itself would
/// not end.
const MAX_INCLUDE_DEPTH: usize = 200;
/// Maximum number of inclusions. A few files that include each other twice would make millions.
const MAX_INCLUDES: usize = 100_000;
/// Operators with their own syntax, which are not in [`BangOp`].
const SPECIAL_OPERATORS: [&str; 6] = ["cond", "filter", "foldl", "foreach", "sort", "switch"];
/// The mark with which some editors begin a file in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Number of errors after which the rest of the input is ignored.
const MAX_ERRORS: usize = 20;

/// A macro in a preprocessor directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroUse {
    /// The macro's name.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Whether the directive defines the macro; other directives test it.
    pub is_definition: bool,
}

/// A token with its span. [`Preprocessor::text`] returns its text while it is the last token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreprocessorToken {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// A file being read.
struct OpenFile {
    id: FileId,
    source: Arc<SourceFile>,
    start: Pos,
    /// Offset after the last token that was read.
    at: usize,
    /// The open conditions, the innermost last.
    conditions: Vec<PreprocessorCondition>,
}

impl OpenFile {
    fn new(sources: &SourceMap, id: FileId) -> OpenFile {
        let source = sources.shared_file(id);
        let start = source.pos(0);
        OpenFile { id, source, start, at: 0, conditions: Vec::new() }
    }

    #[inline]
    fn token(&mut self, scanned: Scanned) -> PreprocessorToken {
        self.at = scanned.hi as usize;
        let span = Span::new(self.start.offset(scanned.lo), self.start.offset(scanned.hi));
        PreprocessorToken { kind: scanned.kind, span }
    }
}

/// An `#ifdef` or `#ifndef` whose `#endif` has not been read yet.
#[doc(alias = "PreprocessorControlDesc")]
struct PreprocessorCondition {
    /// Position of the macro name, or of the word `else` after an `#else`.
    pos: Pos,
    in_else: bool,
}

/// An action between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    /// An `include`, or a directive together with the text that it excludes. The parser does not
    /// see the text in the span.
    Removed(Span),
    /// An included file starts. Its `include` was removed before.
    Opened(FileId),
    /// An included file ends.
    Closed,
}

/// Adds the files that the file `main` includes to `sources`, without parsing: it carries out only
/// `include`s and preprocessor directives. `macros` are defined at the start.
///
/// Errors in includes, directives and tokens are added to `diagnostics`.
pub fn read_includes(
    sources: &mut SourceMap,
    main: FileId,
    files: &mut dyn FileProvider,
    macros: &[String],
    diagnostics: &mut Diagnostics,
) {
    let dialect = LanguageDialect::default();
    let mut tokens = Preprocessor::new(sources, main, files, macros, diagnostics, dialect);
    while tokens.next().kind != TokenKind::Eof {}
}

#[doc(alias = "TGLexer")]
pub(crate) struct Preprocessor<'s> {
    sources: &'s mut SourceMap,
    files: &'s mut dyn FileProvider,
    diagnostics: &'s mut Diagnostics,
    pub(crate) dialect: LanguageDialect,
    macros: Macros,
    /// The current file.
    file: OpenFile,
    /// The files that include it, the main file first.
    outer: Vec<OpenFile>,
    included: Included,
    /// Events since the caller last cleared them; `None` if they are not recorded.
    events: Option<Vec<Event>>,
    errors: usize,
    /// Whether lexer errors are not reported, as while the parser skips tokens after an error.
    pub(crate) quiet: bool,
    stopped: bool,
}

impl<'s> Preprocessor<'s> {
    pub(crate) fn new(
        sources: &'s mut SourceMap,
        main: FileId,
        files: &'s mut dyn FileProvider,
        macros: &[String],
        diagnostics: &'s mut Diagnostics,
        dialect: LanguageDialect,
    ) -> Preprocessor<'s> {
        let file = OpenFile::new(sources, main);
        Preprocessor {
            sources,
            files,
            diagnostics,
            dialect,
            macros: Macros::new(macros),
            file,
            outer: Vec::new(),
            included: Included::default(),
            events: None,
            errors: 0,
            quiet: false,
            stopped: false,
        }
    }

    pub(crate) fn sources(&self) -> &SourceMap {
        self.sources
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the names of the included files, ordered by first inclusion and without duplicates,
    /// and the macros in directives.
    pub(crate) fn into_dependencies_and_macros(self) -> (Vec<String>, Vec<MacroUse>) {
        (self.included.into_names(), self.macros.into_uses())
    }

    fn add_macro_use(&mut self, name: usize, end: usize, is_definition: bool) {
        let span = Span::new(self.pos(name), self.pos(end));
        let name = self.current_text()[name..end].to_owned();
        self.macros.add_use(MacroUse { name, span, is_definition });
    }

    /// Returns the next token. At the end of the main file it returns `Eof` repeatedly.
    #[inline]
    pub(crate) fn next(&mut self) -> PreprocessorToken {
        loop {
            let text = self.file.source.text.as_bytes();
            let from = if self.stopped { text.len() } else { self.file.at };
            let scanned = lexer::scan(text, from);
            // Only these need further treatment; nearly all tokens go straight to the parser.
            let is_special = matches!(
                scanned.kind,
                TokenKind::Eof | TokenKind::Hash | TokenKind::KwInclude | TokenKind::Error(_)
            );
            if !is_special || self.is_token(from, scanned) {
                return self.file.token(scanned);
            }
        }
    }

    /// Returns whether the parser receives the token read from `from`. Otherwise the token is an
    /// `include`, a directive or the end of an included file, and is carried out here.
    // If inlined into `next`, it would make each token save and restore registers.
    #[cold]
    fn is_token(&mut self, from: usize, scanned: Scanned) -> bool {
        let lo = scanned.lo as usize;
        if scanned.kind == TokenKind::Eof {
            if self.stopped || !self.close_file() {
                return true;
            }
            self.record(Event::Closed);
            return false;
        }
        if scanned.kind == TokenKind::KwInclude {
            if self.included.is_deferred {
                return true;
            }
            self.include(scanned.lo, scanned.hi);
            return false;
        }
        if let TokenKind::Error(error) = scanned.kind {
            self.file.at = scanned.hi as usize;
            if !self.quiet {
                self.lex_error(error, scanned);
            }
            // A NUL byte is reported and then counts as white space.
            return error != LexError::Nul;
        }
        let Some(directive) = directive::directive_at(self.current_text().as_bytes(), from, lo)
        else {
            return true;
        };
        self.directive(directive, lo + 1);
        self.record(Event::Removed(Span::new(self.pos(lo), self.pos(self.file.at))));
        false
    }

    fn record(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Returns the text of the last token. An error token may end within a character, and then its
    /// text is empty.
    #[inline]
    pub(crate) fn text(&self, token: PreprocessorToken) -> &str {
        let offset = |pos: Pos| pos.bytes_from(self.file.start) as usize;
        let range = offset(token.span.lo)..offset(token.span.hi);
        self.file.source.text.get(range).unwrap_or_default()
    }

    /// Returns the place of the last token in its line.
    pub(crate) fn line_place(&self, token: PreprocessorToken) -> LinePlace {
        let at = token.span.lo.bytes_from(self.file.start) as usize;
        lexer::line_place(self.current_text().as_bytes(), at)
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, code: Code, span: impl Into<Span>, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Reports an error. After [`MAX_ERRORS`] the input ends here.
    pub(crate) fn report(&mut self, error: Diagnostic) {
        if self.stopped {
            return;
        }
        self.diagnostics.push(error);
        self.errors += 1;
        if self.errors >= MAX_ERRORS {
            self.diagnostics.end_of_errors();
            self.stop();
        }
    }

    /// Reports an error about a token or a directive.
    pub(crate) fn lexical_error(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
    ) {
        self.lexical_report(Diagnostic::error(code, span, message));
    }

    /// Reports an error about a token or a directive in the release's wording.
    fn lexical_report(&mut self, mut error: Diagnostic) {
        error.message = self.dialect.lexical_message(&error.message);
        self.report(error);
    }

    #[cold]
    fn lex_error(&mut self, error: LexError, scanned: Scanned) {
        let span = self.file.token(scanned).span;
        // The span covers only the start, since the wrong bytes may extend to the end of the file.
        let mut diagnostic = Diagnostic::error(error.code(), span.lo, error.message());
        diagnostic.printed_at(self.file.start.offset(scanned.error_at));
        if error == LexError::UnknownBang {
            diagnostic.span = Some(span);
            let typed = &self.current_text()[scanned.lo as usize + 1..scanned.hi as usize];
            let names = BangOp::all().map(BangOp::name);
            if let Some(name) = most_similar(typed, names.chain(SPECIAL_OPERATORS)) {
                diagnostic.did_you_mean(span, Some(&format!("!{name}")));
            }
        }
        // An error after the first byte of a character starts inside the character.
        let rest = self.current_text().get(scanned.lo as usize..).unwrap_or_default();
        if error == LexError::UnexpectedCharacter && rest.starts_with(BYTE_ORDER_MARK) {
            let end = span.lo.offset(BYTE_ORDER_MARK.len_utf8() as u32);
            diagnostic.in_words("unexpected byte order mark");
            diagnostic.suggest(Span { lo: span.lo, hi: end }, "", "remove the byte order mark");
        }
        if error == LexError::TwoDots {
            diagnostic.note(None, "a range is written `0...3` or `0-3`");
        }
        if error.code() == Code::InvalidEscape {
            diagnostic.span = Some(Span::from(self.file.start.offset(scanned.error_at)));
        }
        self.lexical_report(diagnostic);
    }

    /// Ends the input here. The file stays open, because the parser may still need the last token's
    /// text.
    fn stop(&mut self) {
        self.stopped = true;
    }

    fn current_text(&self) -> &str {
        &self.file.source.text
    }

    fn pos(&self, offset: usize) -> Pos {
        // `SourceMap::add` refuses files beyond its limit, so offsets fit into 32 bits.
        self.file.start.offset(offset as u32)
    }

    /// Ends the innermost file; returns false for the main file.
    fn close_file(&mut self) -> bool {
        let end = self.pos(self.current_text().len());
        // A condition must end in the file that opened it.
        let conditions = std::mem::take(&mut self.file.conditions);
        if let Some(last) = conditions.last() {
            const CODE: Code = Code::UnbalancedDirective;
            let mut error = Diagnostic::error(CODE, end, "Reached EOF without matching #endif");
            error.label(last.pos, "this condition is still open");
            self.lexical_report(error);
            self.lexical_error(CODE, last.pos, "The latest preprocessor control is here");
        }
        let Some(outer) = self.outer.pop() else { return false };
        if self.included.is_deferred {
            self.note_closed();
        }
        self.file = outer;
        true
    }

    /// Carries out the `include` whose keyword has these offsets.
    fn include(&mut self, lo: u32, hi: u32) {
        if let Some(inclusion) = self.find_include(lo, hi) {
            self.open_include(inclusion);
        }
    }

    /// Finds the file for the `include` whose keyword has these offsets, or reports an error.
    fn find_include(&mut self, keyword_lo: u32, keyword_hi: u32) -> Option<FoundInclude> {
        let text = self.current_text();
        let path = lexer::scan(text.as_bytes(), keyword_hi as usize);
        let pos = self.file.start.offset(path.error_at);
        let (lo, hi) = (path.lo as usize, path.hi as usize);
        if path.kind != TokenKind::Str {
            let (code, message) = if let TokenKind::Error(error) = path.kind {
                (error.code(), error.message())
            } else {
                (Code::MalformedDirective, "Expected filename after include")
            };
            // The rest of the line was probably intended as the name, so parsing it would only add
            // errors.
            let end = lexer::line_end(text.as_bytes(), lo).max(keyword_hi as usize);
            self.file.at = end;
            self.lexical_error(code, pos, message);
            return None;
        }
        let mut name = String::new();
        lexer::unescape(&text[lo..hi], &mut name);
        self.file.at = hi;
        if self.outer.len() + 1 >= MAX_INCLUDE_DEPTH || self.included.count() >= MAX_INCLUDES {
            let error = match self.include_cycle() {
                Some(error) => error,
                None if self.included.count() >= MAX_INCLUDES => {
                    let message = format!("More than {MAX_INCLUDES} include files");
                    Diagnostic::error(Code::SyntaxLimit, pos, message)
                }
                None => {
                    let message =
                        format!("Include files are nested more than {MAX_INCLUDE_DEPTH} deep");
                    Diagnostic::error(Code::SyntaxLimit, pos, message)
                }
            };
            self.lexical_report(error);
            self.stop();
            return None;
        }
        if self.includes_again(&name, pos) {
            return None;
        }
        let Some(found) = self.look_up(&name) else {
            self.include_not_found(&name, Span::new(pos, self.pos(hi)));
            return None;
        };
        self.included.count_file(&found.name);
        let removed = Span::new(self.pos(keyword_lo as usize), self.pos(hi));
        Some(FoundInclude { file: found, path: name, pos, removed })
    }

    /// Continues with an included file.
    fn open_include(&mut self, inclusion: FoundInclude) {
        let FoundInclude { file: found, path, pos, removed } = inclusion;
        match self.sources.add_shared(found.name, found.text, Some(pos)) {
            Some(id) => {
                self.included.add(&path, id, OnceCell::new());
                self.record(Event::Removed(removed));
                self.record(Event::Opened(id));
                let file = OpenFile::new(self.sources, id);
                self.outer.push(std::mem::replace(&mut self.file, file));
            }
            None => {
                self.lexical_error(
                    Code::SyntaxLimit,
                    pos,
                    "All files together are larger than 1 GiB",
                );
                self.stop();
            }
        }
    }

    /// Returns the error if an open file includes itself. It points to the first `include` that
    /// closes the circle.
    #[cold]
    fn include_cycle(&self) -> Option<Diagnostic> {
        let open = self.outer.iter().chain([&self.file]);
        let files: Vec<&SourceFile> = open.map(|file| &*file.source).collect();
        let first_of = |last: usize| files[..last].iter().position(|f| f.name == files[last].name);
        let (first, last) = (1..files.len()).find_map(|last| Some((first_of(last)?, last)))?;
        let name = &files[last].name;
        let message = format!("The file '{name}' includes itself");
        let mut error = Diagnostic::error(Code::IncludeCycle, files[last].included_from?, message);
        if last - first > 1 {
            for (outer, inner) in files[first..last].iter().zip(&files[first + 1..]) {
                let step = format!("'{}' includes '{}'", outer.name, inner.name);
                error.note(inner.included_from, step);
            }
        }
        error.note(
            None,
            "it would be read without end; #ifndef and #define protect a file from that",
        );
        Some(error)
    }

    #[cold]
    fn include_not_found(&mut self, name: &str, span: Span) {
        let message = format!("Could not find include file '{name}'");
        let mut error = Diagnostic::error(Code::IncludeNotFound, span, message);
        let not_found = self.files.not_found(name);
        for note in not_found.notes {
            error.note(None, note);
        }
        if let Some(similar) = not_found.similar {
            error.suggest(span, format!("\"{similar}\""), format!("did you mean '{similar}'?"));
        }
        self.lexical_report(error);
    }

    /// Carries out a directive whose word starts at `word`.
    fn directive(&mut self, directive: Directive, word: usize) {
        match directive {
            Directive::Define => {
                let Some((name, end)) = self.macro_name(directive, word) else { return };
                self.add_macro_use(name, end, true);
                self.rest_of_directive(directive, end);
                let pos = self.pos(name);
                let name = &self.file.source.text[name..end];
                if !self.macros.define(name) {
                    let message = format!("Duplicate definition of macro: {name}");
                    let message = self.dialect.lexical_message(&message);
                    self.diagnostics.warning(Code::DuplicateMacro, pos, message);
                }
            }
            Directive::Ifdef | Directive::Ifndef => {
                let holds = self.open_condition(directive, word);
                if !holds {
                    self.skip_region();
                }
            }
            Directive::Else => {
                if self.else_directive(word) {
                    self.skip_region();
                }
            }
            Directive::Endif => {
                self.endif_directive(word);
            }
        }
    }

    /// Opens a condition and returns whether it is true. A malformed condition counts as true, so
    /// that its text is parsed.
    fn open_condition(&mut self, directive: Directive, word: usize) -> bool {
        let named = self.macro_name(directive, word);
        let pos = self.pos(named.map_or(word, |(name, _)| name));
        self.file.conditions.push(PreprocessorCondition { pos, in_else: false });
        let Some((name, end)) = named else { return true };
        self.add_macro_use(name, end, false);
        self.rest_of_directive(directive, end);
        let defined = self.macros.is_defined(&self.current_text()[name..end]);
        defined == (directive == Directive::Ifdef)
    }

    /// Carries out an `#else`. Returns whether a condition was open.
    fn else_directive(&mut self, word: usize) -> bool {
        self.rest_of_directive(Directive::Else, word + "else".len());
        let pos = self.pos(word);
        let Some(condition) = self.file.conditions.last_mut() else {
            self.lexical_error(Code::UnbalancedDirective, pos, "#else without #ifdef or #ifndef");
            return false;
        };
        let (was_in_else, before) = (condition.in_else, condition.pos);
        *condition = PreprocessorCondition { pos, in_else: true };
        if was_in_else {
            let mut error = Diagnostic::error(Code::UnbalancedDirective, pos, "double #else");
            error.label(before, "the first #else is here");
            self.lexical_report(error);
            self.lexical_error(Code::UnbalancedDirective, before, "Previous #else is here");
        }
        true
    }

    fn endif_directive(&mut self, word: usize) {
        self.rest_of_directive(Directive::Endif, word + "endif".len());
        if self.file.conditions.pop().is_none() {
            let pos = self.pos(word);
            self.lexical_error(Code::UnbalancedDirective, pos, "#endif without #ifdef");
        }
    }

    /// Reads the macro name after the directive word at `word`, and returns its start and end.
    fn macro_name(&mut self, directive: Directive, word: usize) -> Option<(usize, usize)> {
        let text = self.current_text().as_bytes();
        let at = match directive::macro_name(text, word + directive.word().len()) {
            Ok(name) => return Some(name),
            Err(at) => at,
        };
        let end = lexer::line_end(text, at);
        self.file.at = end;
        let pos = self.pos(at);
        let message = format!("Expected macro name after #{}", directive.word());
        self.lexical_error(Code::MalformedDirective, pos, message);
        None
    }

    /// Reads the rest of the line, in which only comments are allowed.
    fn rest_of_directive(&mut self, directive: Directive, from: usize) {
        let text = self.current_text().as_bytes();
        let (end, error) = match directive::directive_end(text, from) {
            DirectiveEnd::Line(end) => (end, None),
            DirectiveEnd::UnterminatedComment(at) => {
                (text.len(), Some((at, LexError::UnterminatedComment.message().to_owned())))
            }
            DirectiveEnd::Excess(at, end) => {
                let word = directive.word();
                let name = if directive.has_macro_name() { " NAME" } else { "" };
                let message = format!("Only comments are supported after #{word}{name}");
                (end, Some((at, message)))
            }
        };
        self.file.at = end;
        if let Some((at, message)) = error {
            let pos = self.pos(at);
            self.lexical_error(Code::MalformedDirective, pos, message);
        }
    }

    /// Skips lines up to the innermost condition's `#endif` or `#else`.
    fn skip_region(&mut self) {
        // Conditions in the skipped text are counted, because their `#endif`s do not end this
        // condition.
        let level = self.file.conditions.len();
        loop {
            let text = self.file.source.text.as_bytes();
            let mut at = self.file.at;
            // A block comment may contain lines that look like directives, so comments at the start
            // of a line are skipped first.
            loop {
                match (text.get(at), text.get(at + 1)) {
                    (Some(b' ' | b'\t' | b'\n' | b'\r'), _) => at += 1,
                    (Some(b'/'), Some(b'*')) => match lexer::block_comment_end(text, at) {
                        Some(end) => at = end,
                        None => break,
                    },
                    _ => break,
                }
            }
            let line_end = lexer::line_end(text, at);
            let word = match text.get(at) {
                None => {
                    self.file.at = at;
                    return;
                }
                Some(b'#') => directive::word_at(text, at + 1),
                Some(b'/') if text.get(at + 1) == Some(&b'*') => {
                    // The comment never ends. The lexer reports that when it reads the comment
                    // again.
                    self.file.at = at;
                    return;
                }
                Some(_) => None,
            };
            self.file.at = line_end;
            match word {
                // Excluded text defines no macros.
                None | Some(Directive::Define) => {}
                Some(directive @ (Directive::Ifdef | Directive::Ifndef)) => {
                    self.open_condition(directive, at + 1);
                }
                Some(Directive::Else) => {
                    let is_second = self.file.conditions.last().is_some_and(|c| c.in_else);
                    self.else_directive(at + 1);
                    // A second `#else` is an error, and the text after it stays excluded.
                    if self.file.conditions.len() == level && !is_second {
                        return;
                    }
                }
                Some(Directive::Endif) => {
                    self.endif_directive(at + 1);
                    if self.file.conditions.len() < level {
                        return;
                    }
                }
            }
            if self.stopped {
                return;
            }
        }
    }
}

mod flatten;
mod guard;
mod included;
mod macros;

pub use flatten::{Flattening, flatten};
pub(crate) use guard::whole_condition;
pub(crate) use included::{FoundFile, FoundInclude};

#[cfg(test)]
mod tests;
