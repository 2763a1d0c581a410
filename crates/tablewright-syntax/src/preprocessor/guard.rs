//! Files that are included again and skipped completely, because an `#ifndef` guard encloses them.
//!
//! An MLIR description includes `OpBase.td` about ten times. Such a file is not read again, and its
//! lines are not searched for directives.

use std::cell::OnceCell;

use super::{MacroUse, Preprocessor};
use crate::lexer::directive::{self, DirectiveEnd};
use crate::lexer::{self, Directive};
use crate::source::{FileId, Pos, Span};

/// A file's first inclusion.
pub(super) struct Inclusion {
    pub(super) file: FileId,
    /// Offsets of the guard's macro name in the file; computed when first needed. `None` for files
    /// without a guard.
    pub(super) guard: OnceCell<Option<(usize, usize)>>,
}

impl Preprocessor<'_> {
    /// Carries out an `include` if its guard excludes the whole text, and returns whether it did.
    /// `pos` is the path's position.
    pub(super) fn includes_again(&mut self, name: &str, pos: Pos) -> bool {
        let Some(inclusion) = self.included.first(name) else { return false };
        let source = self.sources.shared_file(inclusion.file);
        let guard = inclusion.guard.get_or_init(|| whole_condition(source.text.as_bytes()));
        let &Some((start, end)) = guard else { return false };
        // Callers that record the events between tokens need all of them.
        if self.events.is_some() || !self.macros.is_defined(&source.text[start..end]) {
            return false;
        }
        let Some(id) = self.sources.add_again(&source, pos) else { return false };
        self.files.left_out(name);
        self.included.count_left_out();
        let file = self.sources.shared_file(id);
        let span = Span::new(file.pos(start), file.pos(end));
        let name = source.text[start..end].to_owned();
        self.macros.add_use(MacroUse { name, span, is_definition: false });
        true
    }
}

/// Returns the offsets of the macro name if an `#ifndef` encloses the whole file. If its macro is
/// defined, the file has neither effects nor errors: all directives are well-formed, and `#else`
/// does not occur.
pub(crate) fn whole_condition(text: &[u8]) -> Option<(usize, usize)> {
    let hash = lexer::skip_trivia(text, 0).ok()?;
    if text.get(hash) != Some(&b'#') || directive::directive_at(text, 0, hash)? != Directive::Ifndef
    {
        return None;
    }
    let (name, mut at) = condition(text, Directive::Ifndef, hash + 1)?;
    let mut depth = 1;
    while depth > 0 {
        at = line_start(text, at)?;
        let directive = match text.get(at)? {
            b'#' => directive::word_at(text, at + 1),
            _ => None,
        };
        match directive {
            None | Some(Directive::Define) => at = lexer::line_end(text, at),
            Some(directive @ (Directive::Ifdef | Directive::Ifndef)) => {
                (_, at) = condition(text, directive, at + 1)?;
                depth += 1;
            }
            Some(Directive::Else) => return None,
            Some(Directive::Endif) => {
                at = end_of_line(text, at + 1 + Directive::Endif.word().len())?;
                depth -= 1;
            }
        }
    }
    (lexer::skip_trivia(text, at).ok()? == text.len()).then_some(name)
}

/// Returns the name in a condition whose word is at `word`, and the end of its line.
fn condition(text: &[u8], directive: Directive, word: usize) -> Option<((usize, usize), usize)> {
    let name = directive::macro_name(text, word + directive.word().len()).ok()?;
    Some((name, end_of_line(text, name.1)?))
}

/// Returns the end of the line with a directive that ends at `at`; `None` if text other than
/// comments follows.
fn end_of_line(text: &[u8], at: usize) -> Option<usize> {
    match directive::directive_end(text, at) {
        DirectiveEnd::Line(end) => Some(end),
        DirectiveEnd::Excess(..) | DirectiveEnd::UnterminatedComment(_) => None,
    }
}

/// Returns the start of a line's text, after blanks, line breaks and block comments.
fn line_start(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match (text.get(at), text.get(at + 1)) {
            (Some(b' ' | b'\t' | b'\n' | b'\r'), _) => at += 1,
            (Some(b'/'), Some(b'*')) => at = lexer::block_comment_end(text, at)?,
            _ => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::whole_condition;
    use crate::diagnostic::Diagnostics;
    use crate::preprocessor::read_includes;
    use crate::source::SourceMap;
    use crate::{FileProvider, IncludedFile};

    /// A file with a guard that counts its inclusions.
    struct CountedFile(usize);

    impl FileProvider for CountedFile {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            self.0 += 1;
            let text = "#ifndef A\n#define A\n#endif\n".to_owned();
            Some(IncludedFile { name: path.to_owned(), text })
        }
    }

    #[test]
    fn a_file_that_is_left_out_is_read_once_and_is_in_the_source_map_each_time() {
        let mut sources = SourceMap::new();
        let text = "include \"a.td\"\n".repeat(3);
        let main = sources.add("main.td".to_owned(), text, None).expect("it is small");
        let mut files = CountedFile(0);
        read_includes(&mut sources, main, &mut files, &[], &mut Diagnostics::new());
        assert_eq!((files.0, sources.files().len()), (1, 4));
    }

    fn guard_of(text: &str) -> Option<&str> {
        whole_condition(text.as_bytes()).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn a_condition_is_a_whole_file() {
        assert_eq!(guard_of("// a\n#ifndef A // b\n#define A\nclass B;\n#endif // A\n"), Some("A"));
        assert_eq!(guard_of("#ifndef A\n#ifdef B\nx\n  #endif\n/* #endif */ y\n#endif"), Some("A"));
    }

    #[test]
    fn what_is_read_or_reported_is_no_guard() {
        for text in [
            "class B;\n#ifndef A\n#endif\n",
            "#ifdef A\n#endif\n",
            "#ifndef A\n#endif\nclass B;\n",
            "#ifndef A\n#else\nclass B;\n#endif\n",
            "#ifndef A\nclass B;\n",
            "#ifndef A x\n#endif\n",
            "#ifndef A\n#ifdef\n#endif\n#endif\n",
            "#ifndef A\n#endif x\n",
            "#ifndef A\n/* #endif\n",
            "#ifndef\n#endif\n",
            "",
        ] {
            assert_eq!(guard_of(text), None, "{text}");
        }
    }
}
