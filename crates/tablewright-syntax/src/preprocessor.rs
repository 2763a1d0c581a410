//! The preprocessor: one stream of tokens out of the main file and what it includes.
//!
//! Source: ProgRef, "Include files" and "Preprocessing Facilities". Directives stand on lines of
//! their own, after nothing but white space and comments. Macros are shared by all files, but
//! each file closes the conditions it opened.

use std::sync::Arc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::Diagnostics;
use crate::include::FileProvider;
use crate::lexer::{self, LexFault, Scanned, TokenKind};
use crate::source::{FileId, Pos, SourceFile, SourceMap, Span};

/// How deep files may include each other; a file that includes itself would else never end.
const MAX_INCLUDE_DEPTH: usize = 200;
/// How many files may be included; a few that include each other twice are soon millions.
const MAX_INCLUDES: usize = 100_000;
/// After so many errors the rest of the input is not looked at.
const MAX_ERRORS: usize = 20;

/// A token with its place. Its text is that of [`Preprocessor::text`] while it is the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// A file that is being read.
struct OpenFile {
    source: Arc<SourceFile>,
    start: Pos,
    /// How far it was read.
    at: usize,
    /// The conditions that are open, the innermost last.
    conditions: Vec<Condition>,
}

impl OpenFile {
    fn new(source: &Arc<SourceFile>) -> OpenFile {
        let start = source.pos(0);
        OpenFile { source: source.clone(), start, at: 0, conditions: Vec::new() }
    }

    #[inline]
    fn token(&mut self, scanned: Scanned) -> Token {
        self.at = scanned.hi as usize;
        let span = Span::new(self.start.offset(scanned.lo), self.start.offset(scanned.hi));
        Token { kind: scanned.kind, span }
    }
}

/// An `#ifdef` or `#ifndef` without its `#endif`.
struct Condition {
    /// The macro name, or the `else` after the `#`.
    place: Pos,
    in_else: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    Define,
    Ifdef,
    Ifndef,
    Else,
    Endif,
}

const DIRECTIVES: [(&str, Directive); 5] = [
    ("define", Directive::Define),
    ("ifdef", Directive::Ifdef),
    ("ifndef", Directive::Ifndef),
    ("else", Directive::Else),
    ("endif", Directive::Endif),
];

pub(crate) struct Preprocessor<'s> {
    sources: &'s mut SourceMap,
    files: &'s mut dyn FileProvider,
    diagnostics: &'s mut Diagnostics,
    macros: HashSet<String, FxBuildHasher>,
    /// The file that is being read.
    file: OpenFile,
    /// Those with the `include`s that led to it, the main file first.
    outer: Vec<OpenFile>,
    dependencies: Vec<String>,
    known_dependencies: HashSet<String, FxBuildHasher>,
    includes: usize,
    errors: usize,
    /// Set while the parser skips what it does not understand.
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
    ) -> Preprocessor<'s> {
        let file = OpenFile::new(&sources.files()[main.index()]);
        Preprocessor {
            sources,
            files,
            diagnostics,
            macros: macros.iter().cloned().collect(),
            file,
            outer: Vec::new(),
            dependencies: Vec::new(),
            known_dependencies: HashSet::default(),
            includes: 0,
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

    pub(crate) fn into_dependencies(self) -> Vec<String> {
        self.dependencies
    }

    /// The next token. At the end of the main file it is `Eof`, again and again.
    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        loop {
            let text = self.file.source.text.as_bytes();
            let from = if self.stopped { text.len() } else { self.file.at };
            let scanned = lexer::scan(text, from);
            let is_token = match scanned.kind {
                TokenKind::Eof | TokenKind::Hash | TokenKind::KwInclude | TokenKind::Error(_) => {
                    self.is_token(from, scanned)
                }
                _ => true,
            };
            if is_token {
                return self.file.token(scanned);
            }
        }
    }

    /// Whether what was read from `from` on is for the parser. What is not is carried out.
    fn is_token(&mut self, from: usize, scanned: Scanned) -> bool {
        let lo = scanned.lo as usize;
        match scanned.kind {
            TokenKind::Eof => self.stopped || !self.close_file(),
            TokenKind::Hash => match directive(self.current_text().as_bytes(), from, lo) {
                Some(directive) => {
                    self.directive(directive, lo + 1);
                    false
                }
                None => true,
            },
            TokenKind::KwInclude => {
                self.include(scanned);
                false
            }
            TokenKind::Error(fault) => {
                self.file.at = scanned.hi as usize;
                if !self.quiet {
                    self.error(self.file.start.offset(scanned.fault), fault.message());
                }
                fault != LexFault::Nul
            }
            _ => true,
        }
    }

    /// The text of the token read last.
    #[inline]
    pub(crate) fn text(&self, token: Token) -> &str {
        let place = |pos: Pos| pos.bytes_from(self.file.start) as usize;
        &self.file.source.text[place(token.span.lo)..place(token.span.hi)]
    }

    /// Whether nothing but white space stands before the token read last in its line, and if so,
    /// whether not even that.
    pub(crate) fn starts_line(&self, token: Token) -> (bool, bool) {
        let before = self.current_text().as_bytes();
        let before = &before[..token.span.lo.bytes_from(self.file.start) as usize];
        let indent = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let first = match before.len().checked_sub(indent + 1) {
            None => true,
            Some(at) => matches!(before[at], b'\n' | b'\r'),
        };
        (first, first && indent == 0)
    }

    /// Reports an error; after many the input ends here.
    pub(crate) fn error(&mut self, place: Pos, message: impl Into<String>) {
        if self.stopped {
            return;
        }
        self.diagnostics.error(place, message);
        self.errors += 1;
        if self.errors >= MAX_ERRORS {
            self.stop();
        }
    }

    /// Reports an error that says by a note how to mend it.
    pub(crate) fn error_with_note(&mut self, place: Pos, message: &str, note: &str) {
        if self.stopped {
            return;
        }
        self.diagnostics.error(place, message).note(None, note);
        self.errors += 1;
        if self.errors >= MAX_ERRORS {
            self.stop();
        }
    }

    /// Ends the input here. The file stays open, as the last token may still be asked for.
    fn stop(&mut self) {
        self.stopped = true;
    }

    fn current_text(&self) -> &str {
        &self.file.source.text
    }

    fn pos(&self, offset: usize) -> Pos {
        self.file.start.offset(offset as u32)
    }

    /// Ends the innermost file; false if it is the main file.
    fn close_file(&mut self) -> bool {
        let end = self.pos(self.current_text().len());
        let conditions = std::mem::take(&mut self.file.conditions);
        if let Some(last) = conditions.last() {
            self.error(end, "Reached EOF without matching #endif");
            self.error(last.place, "The latest preprocessor control is here");
        }
        let Some(outer) = self.outer.pop() else { return false };
        self.file = outer;
        true
    }

    fn include(&mut self, keyword: Scanned) {
        let text = self.current_text();
        let path = lexer::scan(text.as_bytes(), keyword.hi as usize);
        let place = self.file.start.offset(path.fault);
        let (lo, hi) = (path.lo as usize, path.hi as usize);
        if path.kind != TokenKind::Str {
            let message = match path.kind {
                TokenKind::Error(fault) => fault.message(),
                _ => "Expected filename after include",
            };
            // What else stands in the line was meant as the name.
            let end = lexer::line_end(text.as_bytes(), lo).max(keyword.hi as usize);
            self.file.at = end;
            self.error(place, message);
            return;
        }
        let mut name = String::new();
        lexer::unescape(&text[lo..hi], &mut name);
        self.file.at = hi;
        if self.outer.len() + 1 >= MAX_INCLUDE_DEPTH || self.includes >= MAX_INCLUDES {
            let message = if self.includes >= MAX_INCLUDES {
                format!("More than {MAX_INCLUDES} include files")
            } else {
                format!("Include files are nested more than {MAX_INCLUDE_DEPTH} deep")
            };
            self.error(place, message);
            return self.stop();
        }
        let Some(found) = self.files.include(&name) else {
            return self.error(place, format!("Could not find include file '{name}'"));
        };
        self.includes += 1;
        if self.known_dependencies.insert(found.name.clone()) {
            self.dependencies.push(found.name.clone());
        }
        match self.sources.add(found.name, found.text, Some(place)) {
            Ok(id) => {
                let file = OpenFile::new(&self.sources.files()[id.index()]);
                self.outer.push(std::mem::replace(&mut self.file, file));
            }
            Err(_) => {
                self.error(place, "All files together are larger than 4 GiB");
                self.stop();
            }
        }
    }

    /// Carries out a directive whose word starts at `word`.
    fn directive(&mut self, directive: Directive, word: usize) {
        match directive {
            Directive::Define => {
                let Some((name, end)) = self.macro_name(directive, word) else { return };
                self.rest_of_directive(directive, end);
                let place = self.pos(name);
                let name = self.current_text()[name..end].to_owned();
                if self.macros.contains(&name) {
                    self.diagnostics
                        .warning(place, format!("Duplicate definition of macro: {name}"));
                } else {
                    self.macros.insert(name);
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

    /// Opens a condition and says whether it holds. One that is malformed does, so that what
    /// depends on it is read.
    fn open_condition(&mut self, directive: Directive, word: usize) -> bool {
        let named = self.macro_name(directive, word);
        let place = self.pos(named.map_or(word, |(name, _)| name));
        self.file.conditions.push(Condition { place, in_else: false });
        let Some((name, end)) = named else { return true };
        self.rest_of_directive(directive, end);
        let defined = self.macros.contains(&self.current_text()[name..end]);
        defined == (directive == Directive::Ifdef)
    }

    /// Whether there was a condition open.
    fn else_directive(&mut self, word: usize) -> bool {
        self.rest_of_directive(Directive::Else, word + "else".len());
        let place = self.pos(word);
        let Some(condition) = self.file.conditions.last_mut() else {
            self.error(place, "#else without #ifdef or #ifndef");
            return false;
        };
        let (was_in_else, before) = (condition.in_else, condition.place);
        *condition = Condition { place, in_else: true };
        if was_in_else {
            self.error(place, "double #else");
            self.error(before, "Previous #else is here");
        }
        true
    }

    fn endif_directive(&mut self, word: usize) {
        self.rest_of_directive(Directive::Endif, word + "endif".len());
        if self.file.conditions.pop().is_none() {
            let place = self.pos(word);
            self.error(place, "#endif without #ifdef");
        }
    }

    /// The macro name after the directive word at `word`, from its start to its end.
    fn macro_name(&mut self, directive: Directive, word: usize) -> Option<(usize, usize)> {
        let text = self.current_text().as_bytes();
        let mut at = word + directive_word(directive).len();
        while matches!(text.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        if text.get(at).copied().is_some_and(lexer::is_ident_start) {
            return Some((at, lexer::ident_end(text, at)));
        }
        let end = lexer::line_end(text, at);
        self.file.at = end;
        let place = self.pos(at);
        self.error(place, format!("Expected macro name after #{}", directive_word(directive)));
        None
    }

    /// Reads on to the end of the line, where only comments may stand.
    fn rest_of_directive(&mut self, directive: Directive, from: usize) {
        let text = self.current_text().as_bytes();
        let mut at = from;
        let mut fault = None;
        loop {
            match (text.get(at), text.get(at + 1)) {
                (None | Some(b'\n' | b'\r'), _) => break,
                (Some(b' ' | b'\t'), _) => at += 1,
                (Some(b'/'), Some(b'/')) => at = lexer::line_end(text, at),
                (Some(b'/'), Some(b'*')) => match lexer::block_comment_end(text, at) {
                    Some(end) => at = end,
                    None => {
                        fault = Some((at, LexFault::UnterminatedComment.message().to_owned()));
                        at = text.len();
                    }
                },
                _ => {
                    let word = directive_word(directive);
                    let name = match directive {
                        Directive::Else | Directive::Endif => "",
                        _ => " NAME",
                    };
                    fault = Some((at, format!("Only comments are supported after #{word}{name}")));
                    at = lexer::line_end(text, at);
                }
            }
        }
        self.file.at = at;
        if let Some((at, message)) = fault {
            let place = self.pos(at);
            self.error(place, message);
        }
    }

    /// Skips lines until the innermost condition is closed or its `#else` is reached.
    fn skip_region(&mut self) {
        let level = self.file.conditions.len();
        loop {
            let text = self.file.source.text.as_bytes();
            let mut at = self.file.at;
            // Comments may hide directives; so they are looked for where a line starts.
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
            let found = match text.get(at) {
                None => {
                    self.file.at = at;
                    return;
                }
                Some(b'#') => directive_word_at(text, at + 1),
                Some(b'/') if text.get(at + 1) == Some(&b'*') => {
                    // The comment has no end; the lexer will say so.
                    self.file.at = at;
                    return;
                }
                Some(_) => None,
            };
            self.file.at = line_end;
            match found {
                None | Some(Directive::Define) => {}
                Some(directive @ (Directive::Ifdef | Directive::Ifndef)) => {
                    self.open_condition(directive, at + 1);
                }
                Some(Directive::Else) => {
                    let again = self.file.conditions.last().is_some_and(|c| c.in_else);
                    self.else_directive(at + 1);
                    if self.file.conditions.len() == level && !again {
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

fn directive_word(directive: Directive) -> &'static str {
    DIRECTIVES[directive as usize].0
}

/// The directive that the `#` at `hash` starts, where only trivia stands between it and `from`,
/// the end of what was read before.
fn directive(text: &[u8], from: usize, hash: usize) -> Option<Directive> {
    let directive = directive_word_at(text, hash + 1)?;
    let mut starts_line = from == 0;
    let mut at = from;
    while at < hash {
        if text[at..].starts_with(b"/*") {
            at = lexer::block_comment_end(text, at)?;
        } else if text[at..].starts_with(b"//") {
            at = lexer::line_end(text, at);
        } else {
            starts_line |= matches!(text[at], b'\n' | b'\r');
            at += 1;
        }
    }
    starts_line.then_some(directive)
}

/// The directive word at `at`, which ends before white space, a comment or the end of the file.
fn directive_word_at(text: &[u8], at: usize) -> Option<Directive> {
    let rest = &text[at..];
    let &(word, directive) = DIRECTIVES.iter().find(|(w, _)| {
        rest.starts_with(w.as_bytes())
            && !rest.get(w.len()).is_some_and(|&b| b == b'_' || b.is_ascii_alphanumeric())
    })?;
    let ends = match &rest[word.len()..] {
        [] | [b' ' | b'\t' | b'\n' | b'\r', ..] | [b'/', b'/' | b'*', ..] => true,
        [_, ..] => false,
    };
    ends.then_some(directive)
}

#[cfg(test)]
#[path = "preprocessor_tests.rs"]
mod tests;
